using ThroughputKit.Hosting;
using ThroughputKit.Planning;

namespace ThroughputKit.Comparison;

/// <summary>All settings of a comparison. Immutable.</summary>
internal sealed record ComparisonPlan(LoadPlan Reference, LoadPlan Candidate)
{
    public ComparisonGates Gates { get; init; } = new();

    /// <summary>Gets the names of the methods that set something, each as often as it was called.</summary>
    public IReadOnlyList<string> Set { get; init; } = [];

    /// <summary>Gets whether both sides send the same requests, so that answers alike are expected. The built-in endpoint has an answer of its own.</summary>
    public bool HasSameRequests => Reference.Target is not BareTarget && Candidate.Target is not BareTarget
        && Reference.Requests.Count == Candidate.Requests.Count
        && Reference.Requests.Zip(Candidate.Requests).All(
            r => AreSame(r.First.WithDefaultHeaders(Reference.Headers), r.Second.WithDefaultHeaders(Candidate.Headers)));

    /// <summary>Gets the maximum time for measuring slices, per pass.</summary>
    public TimeSpan MeasureFor { get; init; } = TimeSpan.FromSeconds(16);

    public int? Seed { get; init; }

    private static bool AreSame(LoadRequest one, LoadRequest other) => (one.Method, one.Path) == (other.Method, other.Path)
        && one.Headers.SequenceEqual(other.Headers)
        && one.Body.GetValueOrDefault().Span.SequenceEqual(other.Body.GetValueOrDefault().Span);
}
