using ThroughputKit.Testing;

namespace ThroughputKit;

/// <summary>
/// Gates of one request of the mix that a throughput test sends, beside those of the whole test. Repeat it for other requests. It judges only beside a
/// <see cref="ThroughputFactAttribute"/> or <see cref="ThroughputTheoryAttribute"/>: a method that other attributes make a test of, such as a plain
/// <c>[Fact]</c>, runs without the kit, so that nothing is judged and nothing can say so.
/// </summary>
/// <example>
/// <code>
/// [ThroughputFact(MinRps = 5_000)]
/// [EndpointGates("orders", MaxP99LatencyMs = 20)]
/// public LoadTest Shop() => LoadTest.For&lt;Program&gt;().Get("/products").Send(LoadRequest.Post("/orders").Named("orders"));
/// </code>
/// </example>
/// <param name="request">The name of the request: see <see cref="LoadRequest.Named"/>.</param>
/// <remarks>Only properties that are set count; a property that isn't set reads as NaN or -1.</remarks>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class EndpointGatesAttribute(string request) : Attribute, IEndpointAttribute
{
    private LoadGates _gates = new();

    /// <summary>Gets the name of the request.</summary>
    public string Request { get; } = request;

    /// <inheritdoc cref="LoadGates.MinRps"/>
    public double MinRps { get => _gates.MinRps ?? double.NaN; set => _gates = _gates with { MinRps = value }; }

    /// <inheritdoc cref="LoadGates.MaxFailures"/>
    public long MaxFailures { get => _gates.MaxFailures ?? -1; set => _gates = _gates with { MaxFailures = value }; }

    /// <inheritdoc cref="LoadGates.MaxFailurePercent"/>
    public double MaxFailurePercent { get => _gates.MaxFailurePercent ?? double.NaN; set => _gates = _gates with { MaxFailurePercent = value }; }

    /// <inheritdoc cref="LoadGates.MaxMeanLatencyMs"/>
    public double MaxMeanLatencyMs { get => _gates.MaxMeanLatencyMs ?? double.NaN; set => _gates = _gates with { MaxMeanLatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP50LatencyMs"/>
    public double MaxP50LatencyMs { get => _gates.MaxP50LatencyMs ?? double.NaN; set => _gates = _gates with { MaxP50LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP90LatencyMs"/>
    public double MaxP90LatencyMs { get => _gates.MaxP90LatencyMs ?? double.NaN; set => _gates = _gates with { MaxP90LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP95LatencyMs"/>
    public double MaxP95LatencyMs { get => _gates.MaxP95LatencyMs ?? double.NaN; set => _gates = _gates with { MaxP95LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP99LatencyMs"/>
    public double MaxP99LatencyMs { get => _gates.MaxP99LatencyMs ?? double.NaN; set => _gates = _gates with { MaxP99LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP999LatencyMs"/>
    public double MaxP999LatencyMs { get => _gates.MaxP999LatencyMs ?? double.NaN; set => _gates = _gates with { MaxP999LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxLatencyMs"/>
    public double MaxLatencyMs { get => _gates.MaxLatencyMs ?? double.NaN; set => _gates = _gates with { MaxLatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxDatabaseCommandsPerRequest"/>
    public double MaxDatabaseCommandsPerRequest
    {
        get => _gates.MaxDatabaseCommandsPerRequest ?? double.NaN;
        set => _gates = _gates with { MaxDatabaseCommandsPerRequest = value };
    }

    /// <inheritdoc cref="LoadGates.MaxHttpRequestsPerRequest"/>
    public double MaxHttpRequestsPerRequest
    {
        get => _gates.MaxHttpRequestsPerRequest ?? double.NaN;
        set => _gates = _gates with { MaxHttpRequestsPerRequest = value };
    }

    /// <inheritdoc cref="LoadGates.MaxExceptionsPerRequest"/>
    public double MaxExceptionsPerRequest
    {
        get => _gates.MaxExceptionsPerRequest ?? double.NaN;
        set => _gates = _gates with { MaxExceptionsPerRequest = value };
    }

    /// <inheritdoc cref="LoadGates.MaxAllocatedBytesPerRequest"/>
    public double MaxAllocatedBytesPerRequest
    {
        get => _gates.MaxAllocatedBytesPerRequest ?? double.NaN;
        set => _gates = _gates with { MaxAllocatedBytesPerRequest = value };
    }

    LoadGates IEndpointAttribute.Gates => _gates;
}
