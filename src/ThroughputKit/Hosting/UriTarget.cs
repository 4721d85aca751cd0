namespace ThroughputKit.Hosting;

/// <summary>An address where a server already listens.</summary>
internal sealed class UriTarget(string address) : ILoadTarget
{
    private readonly Uri? _address = Uri.TryCreate(address, UriKind.Absolute, out var absolute) ? absolute : null;

    public string Name { get; } = address;

    public string Origin => Name;

    public bool IsInProcess => false;

    public bool IsKept => true;

    public IEnumerable<Problem> Check()
    {
        if (_address is null || _address.Scheme is not ("http" or "https"))
        {
            yield return new Problem(
                $"The address is '{Name}'",
                "an absolute http or https address with a port up to 65535, such as http://localhost:5000",
                "Is the scheme missing?");
        }
        else if (_address.PathAndQuery != "/" || _address.UserInfo.Length > 0 || _address.Fragment.Length > 0)
        {
            yield return new Problem(
                $"The address is '{Name}'",
                "only a scheme, a host and a port",
                "Give the path with the request, as in Get(\"/api/orders\"), and credentials as a header.");
        }
    }

    public Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        Task.FromResult(new RunningApp { Address = _address! });
}
