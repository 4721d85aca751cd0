using ThroughputKit.Testing;

namespace ThroughputKit;

public partial class ThroughputFactAttribute : IThroughputAttribute
{
    private readonly TestSettings _settings;

    private LoadGates Gates { get => _settings.Gates; set => _settings.Gates = value; }

    private ComparisonGates Comparison { get => _settings.Comparison; set => _settings.Comparison = value; }

    /// <summary>Gets the test's source file; the <see cref="Baseline"/> path is relative to its folder.</summary>
    public string SourceFile => _settings.SourceFile;

    /// <inheritdoc cref="LoadGates.MinRps"/>
    public double MinRps { get => Gates.MinRps ?? double.NaN; set => Gates = Gates with { MinRps = value }; }

    /// <inheritdoc cref="LoadGates.MinIterationsPerSecond"/>
    public double MinIterationsPerSecond
    {
        get => Gates.MinIterationsPerSecond ?? double.NaN;
        set => Gates = Gates with { MinIterationsPerSecond = value };
    }

    /// <inheritdoc cref="LoadGates.MaxFailures"/>
    public long MaxFailures { get => Gates.MaxFailures ?? -1; set => Gates = Gates with { MaxFailures = value }; }

    /// <inheritdoc cref="LoadGates.MaxFailurePercent"/>
    public double MaxFailurePercent { get => Gates.MaxFailurePercent ?? double.NaN; set => Gates = Gates with { MaxFailurePercent = value }; }

    /// <inheritdoc cref="LoadGates.MaxMeanLatencyMs"/>
    public double MaxMeanLatencyMs { get => Gates.MaxMeanLatencyMs ?? double.NaN; set => Gates = Gates with { MaxMeanLatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP50LatencyMs"/>
    public double MaxP50LatencyMs { get => Gates.MaxP50LatencyMs ?? double.NaN; set => Gates = Gates with { MaxP50LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP90LatencyMs"/>
    public double MaxP90LatencyMs { get => Gates.MaxP90LatencyMs ?? double.NaN; set => Gates = Gates with { MaxP90LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP95LatencyMs"/>
    public double MaxP95LatencyMs { get => Gates.MaxP95LatencyMs ?? double.NaN; set => Gates = Gates with { MaxP95LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP99LatencyMs"/>
    public double MaxP99LatencyMs { get => Gates.MaxP99LatencyMs ?? double.NaN; set => Gates = Gates with { MaxP99LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP999LatencyMs"/>
    public double MaxP999LatencyMs { get => Gates.MaxP999LatencyMs ?? double.NaN; set => Gates = Gates with { MaxP999LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxLatencyMs"/>
    public double MaxLatencyMs { get => Gates.MaxLatencyMs ?? double.NaN; set => Gates = Gates with { MaxLatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxCpuMicrosecondsPerRequest"/>
    public double MaxCpuMicrosecondsPerRequest
    {
        get => Gates.MaxCpuMicrosecondsPerRequest ?? double.NaN;
        set => Gates = Gates with { MaxCpuMicrosecondsPerRequest = value };
    }

    /// <inheritdoc cref="LoadGates.MaxUnsentPercent"/>
    public double MaxUnsentPercent { get => Gates.MaxUnsentPercent ?? double.NaN; set => Gates = Gates with { MaxUnsentPercent = value }; }

    /// <inheritdoc cref="LoadGates.MaxStartMs"/>
    public double MaxStartMs { get => Gates.MaxStartMs ?? double.NaN; set => Gates = Gates with { MaxStartMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxFirstResponseMs"/>
    public double MaxFirstResponseMs { get => Gates.MaxFirstResponseMs ?? double.NaN; set => Gates = Gates with { MaxFirstResponseMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxDatabaseCommandsPerRequest"/>
    public double MaxDatabaseCommandsPerRequest
    {
        get => Gates.MaxDatabaseCommandsPerRequest ?? double.NaN;
        set => Gates = Gates with { MaxDatabaseCommandsPerRequest = value };
    }

    /// <inheritdoc cref="LoadGates.MaxHttpRequestsPerRequest"/>
    public double MaxHttpRequestsPerRequest
    {
        get => Gates.MaxHttpRequestsPerRequest ?? double.NaN;
        set => Gates = Gates with { MaxHttpRequestsPerRequest = value };
    }

    /// <inheritdoc cref="LoadGates.MaxExceptionsPerRequest"/>
    public double MaxExceptionsPerRequest
    {
        get => Gates.MaxExceptionsPerRequest ?? double.NaN;
        set => Gates = Gates with { MaxExceptionsPerRequest = value };
    }

    /// <inheritdoc cref="LoadGates.MaxAllocatedBytesPerRequest"/>
    public double MaxAllocatedBytesPerRequest
    {
        get => Gates.MaxAllocatedBytesPerRequest ?? double.NaN;
        set => Gates = Gates with { MaxAllocatedBytesPerRequest = value };
    }

    /// <inheritdoc cref="LoadGates.MaxRetainedBytesPerRequest"/>
    public double MaxRetainedBytesPerRequest
    {
        get => Gates.MaxRetainedBytesPerRequest ?? double.NaN;
        set => Gates = Gates with { MaxRetainedBytesPerRequest = value };
    }

    /// <inheritdoc cref="LoadGates.MaxHeapGrowthBytes"/>
    public long MaxHeapGrowthBytes { get => Gates.MaxHeapGrowthBytes ?? -1; set => Gates = Gates with { MaxHeapGrowthBytes = value }; }

    /// <inheritdoc cref="LoadGates.MaxWorkingSetGrowthBytes"/>
    public long MaxWorkingSetGrowthBytes { get => Gates.MaxWorkingSetGrowthBytes ?? -1; set => Gates = Gates with { MaxWorkingSetGrowthBytes = value }; }

    /// <inheritdoc cref="LoadGates.MaxGen2Collections"/>
    public int MaxGen2Collections { get => Gates.MaxGen2Collections ?? -1; set => Gates = Gates with { MaxGen2Collections = value }; }

    /// <inheritdoc cref="ComparisonGates.MaxSlowdownPercent"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxSlowdownPercent { get => Comparison.MaxSlowdownPercent ?? double.NaN; set => Comparison = Comparison with { MaxSlowdownPercent = value }; }

    /// <inheritdoc cref="ComparisonGates.MinRpsRatio"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MinRpsRatio { get => Comparison.MinRpsRatio ?? double.NaN; set => Comparison = Comparison with { MinRpsRatio = value }; }

    /// <inheritdoc cref="ComparisonGates.MaxP50IncreasePercent"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxP50IncreasePercent
    {
        get => Comparison.MaxP50IncreasePercent ?? double.NaN;
        set => Comparison = Comparison with { MaxP50IncreasePercent = value };
    }

    /// <inheritdoc cref="ComparisonGates.MaxP99IncreasePercent"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxP99IncreasePercent
    {
        get => Comparison.MaxP99IncreasePercent ?? double.NaN;
        set => Comparison = Comparison with { MaxP99IncreasePercent = value };
    }

    /// <inheritdoc cref="ComparisonGates.MaxExtraAllocatedBytesPerRequest"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxExtraAllocatedBytesPerRequest
    {
        get => Comparison.MaxExtraAllocatedBytesPerRequest ?? double.NaN;
        set => Comparison = Comparison with { MaxExtraAllocatedBytesPerRequest = value };
    }

    /// <inheritdoc cref="ComparisonGates.MaxExtraDatabaseCommandsPerRequest"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxExtraDatabaseCommandsPerRequest
    {
        get => Comparison.MaxExtraDatabaseCommandsPerRequest ?? double.NaN;
        set => Comparison = Comparison with { MaxExtraDatabaseCommandsPerRequest = value };
    }

    /// <inheritdoc cref="ComparisonGates.MaxExtraHttpRequestsPerRequest"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxExtraHttpRequestsPerRequest
    {
        get => Comparison.MaxExtraHttpRequestsPerRequest ?? double.NaN;
        set => Comparison = Comparison with { MaxExtraHttpRequestsPerRequest = value };
    }

    /// <inheritdoc cref="ComparisonGates.MaxExtraExceptionsPerRequest"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxExtraExceptionsPerRequest
    {
        get => Comparison.MaxExtraExceptionsPerRequest ?? double.NaN;
        set => Comparison = Comparison with { MaxExtraExceptionsPerRequest = value };
    }

    /// <summary>
    /// Gets or sets the reference that the test is compared with, in slices that take turns after its own run: the name of another method of the class that
    /// returns a <see cref="LoadTest"/>, or <see cref="ThroughputReference.BuiltIn"/>.
    /// </summary>
    /// <value>The default value is <see langword="null"/>: no comparison.</value>
    public string? Reference { get => _settings.Reference; set => _settings.Reference = value; }

    /// <summary>Gets or sets the maximum number of seconds for which slices are compared, per pass. Allowed: 1 to 3,600.</summary>
    /// <value>16 if it isn't set. A clear result ends a pass earlier, and a failure is measured once more.</value>
    public double MaxComparisonSeconds { get => _settings.MaxComparisonSeconds ?? double.NaN; set => _settings.MaxComparisonSeconds = value; }

    /// <inheritdoc cref="LoadOptions.Connections"/>
    public int Connections { get => _settings.Connections ?? -1; set => _settings.Connections = value; }

    /// <inheritdoc cref="LoadOptions.Duration"/>
    /// <remarks>Of the test's own run. A comparison with a <see cref="Reference"/> has <see cref="MaxComparisonSeconds"/> instead.</remarks>
    public double DurationSeconds { get => _settings.DurationSeconds ?? double.NaN; set => _settings.DurationSeconds = value; }

    /// <inheritdoc cref="LoadOptions.WarmUp"/>
    public double WarmUpSeconds { get => _settings.WarmUpSeconds ?? double.NaN; set => _settings.WarmUpSeconds = value; }

    /// <inheritdoc cref="LoadOptions.Requests"/>
    public long Requests { get => _settings.Requests ?? -1; set => _settings.Requests = value; }

    /// <summary>
    /// Gets or sets the file that the exact figures (allocated bytes, sizes, counts) are compared with, relative to the folder of the test's source. Many
    /// tests can share one file. With the environment variable <c>THROUGHPUTKIT_APPROVE=1</c> the test writes it instead.
    /// </summary>
    /// <value>The default value is <see langword="null"/>: no baseline.</value>
    public string? Baseline { get => _settings.Baseline; set => _settings.Baseline = value; }

    /// <inheritdoc cref="BaselineTolerance.Bytes"/>
    public double BaselineToleranceBytes { get => _settings.BaselineToleranceBytes ?? double.NaN; set => _settings.BaselineToleranceBytes = value; }

    /// <inheritdoc cref="BaselineTolerance.Percent"/>
    public double BaselineTolerancePercent { get => _settings.BaselineTolerancePercent ?? double.NaN; set => _settings.BaselineTolerancePercent = value; }

    /// <summary>
    /// Gets or sets how the test ends if its gates can't be judged. The environment variable <c>THROUGHPUTKIT_INCONCLUSIVE</c> takes precedence.
    /// </summary>
    /// <value>The default value is <see cref="InconclusivePolicy.Warn"/>.</value>
    public InconclusivePolicy OnInconclusive { get => _settings.OnInconclusive ?? InconclusivePolicy.Warn; set => _settings.OnInconclusive = value; }

    TestSettings IThroughputAttribute.Settings => _settings;
}
