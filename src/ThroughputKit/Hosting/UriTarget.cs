namespace ThroughputKit.Hosting;

/// <summary>An address where a server already listens.</summary>
internal sealed class UriTarget(string address, OwnPort port = OwnPort.Http1) : ILoadTarget
{
    private readonly Uri? _address = Uri.TryCreate(address, UriKind.Absolute, out var absolute) ? absolute : null;

    public string Name { get; } = address;

    public string Origin => Name;

    public bool IsInProcess => false;

    public bool IsKept => true;

    public OwnPort Port => port;

    public ILoadTarget On(OwnPort port) => new UriTarget(Name, port);

    public IEnumerable<Problem> Check() => _address switch
    {
        not { Scheme: "http" or "https" } => [new(
            $"The address is '{Name}'",
            "an absolute http or https address with a port up to 65535, such as http://localhost:5000",
            "Is the scheme missing?")],
        { PathAndQuery: not "/" } or { UserInfo.Length: > 0 } or { Fragment.Length: > 0 } => [new(
            $"The address is '{Name}'",
            "only a scheme, a host and a port",
            "Give the path with the request, as in Get(\"/api/orders\"), and credentials as a header.")],
        _ => Problem.If(
            port == OwnPort.Tls,
            $"OverHttps is set for {Name}", "an app that the kit starts", "An app at an address is loaded as the address says: write https://."),
    };

    public Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        Task.FromResult(new RunningApp { Address = _address! });
}
