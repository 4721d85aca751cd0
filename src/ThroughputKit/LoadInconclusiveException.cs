namespace ThroughputKit;

/// <summary>Thrown when gates could not be judged and inconclusive verdicts are set to fail. The message gives the reason for each gate.</summary>
public sealed class LoadInconclusiveException : Exception, IAssertionException, IReportedException
{
    internal LoadInconclusiveException(string message)
        : base(message)
    {
    }

    /// <inheritdoc/>
    public override string Message => ((IReportedException)this).Report is { } report ? $"{base.Message}{Environment.NewLine}{report}" : base.Message;

    string? IReportedException.Report { get; set; }
}
