namespace ThroughputKit.Hosting;

/// <summary>An address where a server already listens.</summary>
internal sealed class UriTarget : ILoadTarget
{
    private readonly Uri? _address;

    public UriTarget(Uri address) => (Name, _address) = (address.OriginalString, address.IsAbsoluteUri ? address : null);

    public UriTarget(string address)
    {
        Name = address;
        _ = Uri.TryCreate(address, UriKind.Absolute, out _address);
    }

    public string Name { get; }

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
                "scheme, host and port alone",
                "Give the path with the request, as in Get(\"/api/orders\"), and credentials as a header.");
        }
    }

    public Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        Task.FromResult(RunningApp.Elsewhere(_address!));
}
