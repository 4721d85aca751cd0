using ThroughputKit.Testing;

namespace ThroughputKit;

/// <summary>
/// A test that puts an app under load and gates what is measured. The method returns a <see cref="LoadTest"/> (or a task of
/// one), which is run for it; or it runs its load itself, and every result is gated. It never overlaps another test of its
/// assembly, nor another throughput test on the machine. With no gate for errors, any failed request fails.
/// </summary>
/// <example>
/// <code>
/// [ThroughputFact(MinRps = 5_000, MaxAllocatedBytesPerRequest = 2_500)]
/// public LoadTest Hello() => LoadTest.For&lt;Program&gt;().Get("/hello");
/// </code>
/// </example>
/// <remarks>Only what is set counts; a property that isn't set reads as NaN, -1 or null.</remarks>
[AttributeUsage(AttributeTargets.Method)]
public sealed partial class ThroughputFactAttribute : IThroughputAttribute
{
    private readonly TestSettings _settings;

    /// <summary>Gets the test's source file, beside which its <see cref="Baseline"/> is.</summary>
    public string SourceFile => _settings.SourceFile;

    /// <inheritdoc cref="LoadGates.MinRps"/>
    public double MinRps { get => _settings.Gates.MinRps ?? double.NaN; set => _settings.Gates = _settings.Gates with { MinRps = value }; }

    /// <inheritdoc cref="LoadGates.MaxErrors"/>
    public long MaxErrors { get => _settings.Gates.MaxErrors ?? -1; set => _settings.Gates = _settings.Gates with { MaxErrors = value }; }

    /// <inheritdoc cref="LoadGates.MaxErrorRate"/>
    public double MaxErrorRate { get => _settings.Gates.MaxErrorRate ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxErrorRate = value }; }

    /// <inheritdoc cref="LoadGates.MaxMeanMs"/>
    public double MaxMeanMs { get => _settings.Gates.MaxMeanMs ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxMeanMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxP50Ms"/>
    public double MaxP50Ms { get => _settings.Gates.MaxP50Ms ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxP50Ms = value }; }

    /// <inheritdoc cref="LoadGates.MaxP95Ms"/>
    public double MaxP95Ms { get => _settings.Gates.MaxP95Ms ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxP95Ms = value }; }

    /// <inheritdoc cref="LoadGates.MaxP99Ms"/>
    public double MaxP99Ms { get => _settings.Gates.MaxP99Ms ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxP99Ms = value }; }

    /// <inheritdoc cref="LoadGates.MaxUnsentPercent"/>
    public double MaxUnsentPercent { get => _settings.Gates.MaxUnsentPercent ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxUnsentPercent = value }; }

    /// <inheritdoc cref="LoadGates.MaxFirstResponseMs"/>
    public double MaxFirstResponseMs { get => _settings.Gates.MaxFirstResponseMs ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxFirstResponseMs = value }; }

    /// <inheritdoc cref="LoadGates.MaxAllocatedBytesPerRequest"/>
    public double MaxAllocatedBytesPerRequest { get => _settings.Gates.MaxAllocatedBytesPerRequest ?? double.NaN; set => _settings.Gates = _settings.Gates with { MaxAllocatedBytesPerRequest = value }; }

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
    /// Gets or sets what the test is compared with, in slices that take turns after its own run: the name of another method of the class
    /// that returns a <see cref="LoadTest"/>, or <see cref="ThroughputReference.BuiltIn"/>.
    /// </summary>
    /// <value>The default value is <see langword="null"/>: nothing is compared.</value>
    public string? Reference { get => _settings.Reference; set => _settings.Reference = value; }

    /// <summary>Gets or sets for how many seconds slices are compared at most, each time. Allowed: 1 to 3,600.</summary>
    /// <value>16 if it isn't set; what is clear ends earlier, and what fails is measured once more.</value>
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
    /// Gets or sets the file that the exact figures (allocated bytes, sizes, counts) are compared with, relative to the folder of the
    /// test's source. Many tests can share it. With the variable <c>THROUGHPUTKIT_APPROVE=1</c> the test writes it instead.
    /// </summary>
    /// <value>The default value is <see langword="null"/>: no baseline.</value>
    public string? Baseline { get => _settings.Baseline; set => _settings.Baseline = value; }

    /// <inheritdoc cref="BaselineTolerance.Bytes"/>
    public double BaselineToleranceBytes { get => _settings.BaselineToleranceBytes ?? double.NaN; set => _settings.BaselineToleranceBytes = value; }

    /// <inheritdoc cref="BaselineTolerance.Percent"/>
    public double BaselineTolerancePercent { get => _settings.BaselineTolerancePercent ?? double.NaN; set => _settings.BaselineTolerancePercent = value; }

    /// <summary>Gets or sets what becomes of the test when its gates can't be judged; the variable <c>THROUGHPUTKIT_INCONCLUSIVE</c> goes before it.</summary>
    /// <value>The default value is <see cref="InconclusivePolicy.Warn"/>.</value>
    public InconclusivePolicy OnInconclusive { get => _settings.OnInconclusive ?? InconclusivePolicy.Warn; set => _settings.OnInconclusive = value; }

    TestSettings IThroughputAttribute.Settings => _settings;
}
