using ThroughputKit.Testing;

namespace ThroughputKit;

public partial class ThroughputFactAttribute : IThroughputAttribute
{
    private readonly TestSettings _settings;

    /// <summary>Gets the test's source file; the <see cref="Baseline"/> path is relative to its folder.</summary>
    public string SourceFile => _settings.SourceFile;

    /// <inheritdoc cref="LoadGates.MinRps"/>
    public double MinRps { get => _settings.Gates.MinRps ?? double.NaN; set => _settings.Gates = _settings.Gates with { MinRps = value }; }

    /// <inheritdoc cref="LoadGates.MaxFailures"/>
    public long MaxFailures { get => _settings.Gates.MaxFailures ?? -1; set => _settings.Gates = _settings.Gates with { MaxFailures = value }; }

    /// <inheritdoc cref="LoadGates.MaxFailurePercent"/>
    public double MaxFailurePercent { get => _settings.Gates.MaxFailurePercent ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxFailurePercent = value }; }

    /// <inheritdoc cref="LoadGates.MaxMeanLatencyMs"/>
    public double MaxMeanLatencyMs { get => _settings.Gates.MaxMeanLatencyMs ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxMeanLatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP50LatencyMs"/>
    public double MaxP50LatencyMs { get => _settings.Gates.MaxP50LatencyMs ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxP50LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP90LatencyMs"/>
    public double MaxP90LatencyMs { get => _settings.Gates.MaxP90LatencyMs ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxP90LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP95LatencyMs"/>
    public double MaxP95LatencyMs { get => _settings.Gates.MaxP95LatencyMs ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxP95LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP99LatencyMs"/>
    public double MaxP99LatencyMs { get => _settings.Gates.MaxP99LatencyMs ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxP99LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP999LatencyMs"/>
    public double MaxP999LatencyMs { get => _settings.Gates.MaxP999LatencyMs ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxP999LatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxLatencyMs"/>
    public double MaxLatencyMs { get => _settings.Gates.MaxLatencyMs ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxLatencyMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxCpuMicrosecondsPerRequest"/>
    public double MaxCpuMicrosecondsPerRequest { get => _settings.Gates.MaxCpuMicrosecondsPerRequest ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxCpuMicrosecondsPerRequest = value }; }

    /// <inheritdoc cref="LoadGates.MaxUnsentPercent"/>
    public double MaxUnsentPercent { get => _settings.Gates.MaxUnsentPercent ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxUnsentPercent = value }; }

    /// <inheritdoc cref="LoadGates.MaxFirstResponseMs"/>
    public double MaxFirstResponseMs { get => _settings.Gates.MaxFirstResponseMs ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxFirstResponseMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxAllocatedBytesPerRequest"/>
    public double MaxAllocatedBytesPerRequest { get => _settings.Gates.MaxAllocatedBytesPerRequest ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxAllocatedBytesPerRequest = value }; }

    /// <inheritdoc cref="LoadGates.MaxRetainedBytesPerRequest"/>
    public double MaxRetainedBytesPerRequest { get => _settings.Gates.MaxRetainedBytesPerRequest ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxRetainedBytesPerRequest = value }; }

    /// <inheritdoc cref="LoadGates.MaxHeapGrowthBytes"/>
    public long MaxHeapGrowthBytes { get => _settings.Gates.MaxHeapGrowthBytes ?? -1; set => _settings.Gates = _settings.Gates with { MaxHeapGrowthBytes = value }; }

    /// <inheritdoc cref="LoadGates.MaxWorkingSetGrowthBytes"/>
    public long MaxWorkingSetGrowthBytes { get => _settings.Gates.MaxWorkingSetGrowthBytes ?? -1; set => _settings.Gates = _settings.Gates with { MaxWorkingSetGrowthBytes = value }; }

    /// <inheritdoc cref="LoadGates.MaxGen2Collections"/>
    public int MaxGen2Collections { get => _settings.Gates.MaxGen2Collections ?? -1; set => _settings.Gates = _settings.Gates with { MaxGen2Collections = value }; }

    /// <inheritdoc cref="ComparisonGates.MaxSlowdownPercent"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxSlowdownPercent { get => _settings.Comparison.MaxSlowdownPercent ?? double.NaN; set => _settings.Comparison = _settings.Comparison with { MaxSlowdownPercent = value }; }

    /// <inheritdoc cref="ComparisonGates.MinRpsRatio"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MinRpsRatio { get => _settings.Comparison.MinRpsRatio ?? double.NaN; set => _settings.Comparison = _settings.Comparison with { MinRpsRatio = value }; }

    /// <inheritdoc cref="ComparisonGates.MaxP50IncreasePercent"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxP50IncreasePercent { get => _settings.Comparison.MaxP50IncreasePercent ?? double.NaN; set => _settings.Comparison = _settings.Comparison with { MaxP50IncreasePercent = value }; }

    /// <inheritdoc cref="ComparisonGates.MaxP99IncreasePercent"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxP99IncreasePercent { get => _settings.Comparison.MaxP99IncreasePercent ?? double.NaN; set => _settings.Comparison = _settings.Comparison with { MaxP99IncreasePercent = value }; }

    /// <inheritdoc cref="ComparisonGates.MaxExtraAllocatedBytesPerRequest"/>
    /// <remarks>Needs a <see cref="Reference"/>.</remarks>
    public double MaxExtraAllocatedBytesPerRequest { get => _settings.Comparison.MaxExtraAllocatedBytesPerRequest ?? double.NaN; set => _settings.Comparison = _settings.Comparison with { MaxExtraAllocatedBytesPerRequest = value }; }

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
