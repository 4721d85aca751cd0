namespace ThroughputKit.Hosting;

/// <summary>An address where something listens already.</summary>
internal sealed class UriTarget(Uri address) : ILoadTarget
{
    public string Name => address.ToString();

    public IEnumerable<Problem> Check()
    {
        if (!address.IsAbsoluteUri || address.Scheme is not ("http" or "https"))
        {
            yield return new Problem(
                $"The address is '{address}'",
                "an absolute http or https address, such as http://localhost:5000",
                "Is the scheme missing?");
        }
        else if (address.PathAndQuery != "/" || address.UserInfo.Length > 0 || address.Fragment.Length > 0)
        {
            yield return new Problem(
                $"The address is '{address}'",
                "scheme, host and port alone",
                "Give the path with the request, as in Get(\"/api/orders\"), and credentials as a header.");
        }
    }

    public Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        Task.FromResult(new RunningApp(address, Services: null, HostStart: null, Stop: null));
}
