namespace ThroughputKit;

/// <summary>Thrown when results did not pass their gates. The message names every failed gate, with the summary of its run.</summary>
public sealed class LoadGateException : Exception, IAssertionException, IReportedException
{
    internal LoadGateException(string message, IReadOnlyList<LoadResult> results, IReadOnlyList<GateOutcome> failures)
        : base(message) => (Results, Failures) = (results, failures);

    // Not one result: NUnit prints the text of every public property, so the summary would appear twice.
    /// <summary>Gets the judged results that failed: one, unless a test has several.</summary>
    public IReadOnlyList<LoadResult> Results { get; }

    /// <summary>Gets the failed gates.</summary>
    public IReadOnlyList<GateOutcome> Failures { get; }

    /// <summary>Gets the limits that the last result was judged by; <see langword="null"/> if they are its own.</summary>
    internal LoadGates? Limits { get; init; }

    /// <inheritdoc/>
    public override string Message => ((IReportedException)this).Report is { } report ? $"{base.Message}{Environment.NewLine}{report}" : base.Message;

    string? IReportedException.Report { get; set; }
}
