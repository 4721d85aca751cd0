using ThroughputKit.Engines;

namespace ThroughputKit.Findings;

/// <summary>Recognizes responses that go on until the client leaves, by the evidence of their timeouts.</summary>
internal static class EndlessResponse
{
    /// <summary>Returns what such a response is and what to do; <see langword="null"/> if there is none.</summary>
    public static string? Explain(IReadOnlyList<FailureExample> examples) => examples.FirstOrDefault(IsEndless) is not { } example ? null
        : $"{example.Request} kept sending until its time was up: a response that ends only when the client leaves, "
        + "like server-sent events or a stream, can't be measured. Load another path. If it is only long, allow more time: .With(o => o.RequestTimeout = ...).";

    private static bool IsEndless(FailureExample example) => example.Kind == FailureKind.Timeout
        && (example.Detail.EndsWith(ResponseProgress.EventStream, StringComparison.Ordinal)
            || example.Detail.EndsWith(ResponseProgress.KeptComing, StringComparison.Ordinal));
}
