using System.Globalization;

namespace ThroughputKit.Experiments;

/// <summary>Validates the samples that variants return.</summary>
internal static class SampleRules
{
    private const string Cause = "Was something divided by zero, or set to a placeholder for an unknown value? Use null for an unknown value.";

    /// <summary>Names a measurement, as at the beginning of a sentence.</summary>
    public static string Where(string variant, int round) => string.Create(CultureInfo.InvariantCulture, $"The variant '{variant}' in round {round:N0}");

    public static Problem NoTask(string variant, int round) => new(
        $"{Where(variant, round)} returned no task", "a Task<LoadSample>", "Is the method meant to be async?");

    public static Problem Threw(string variant, int round, Exception exception) => new(
        $"{Where(variant, round)} threw {exception.GetType().Name}: {exception.Message}", "a LoadSample", "Look at the inner exception.");

    /// <exception cref="LoadTestException">There is no sample, or one of its figures is impossible.</exception>
    public static LoadSample ThrowIfWrong(LoadSample? sample, string variant, int round)
    {
        var where = Where(variant, round);
        if (sample is null)
        {
            throw new LoadTestException(new Problem($"{where} measured null", "a LoadSample", "Does it read a field or a property that is not set yet?"));
        }

        Problem[] problems =
        [
            .. Check(nameof(sample.Rps), sample.Rps, "", where),
            .. Check(nameof(sample.Failed), sample.Failed, "", where),
            .. Check(nameof(sample.Mean), sample.Mean?.TotalMilliseconds, " ms", where),
            .. Check(nameof(sample.P50), sample.P50?.TotalMilliseconds, " ms", where),
            .. Check(nameof(sample.P99), sample.P99?.TotalMilliseconds, " ms", where),
            .. Check(nameof(sample.AllocatedBytesPerRequest), sample.AllocatedBytesPerRequest, "", where),
            .. Check(nameof(sample.DatabaseCommandsPerRequest), sample.DatabaseCommandsPerRequest, "", where),
            .. Check(nameof(sample.HttpRequestsPerRequest), sample.HttpRequestsPerRequest, "", where),
            .. Check(nameof(sample.ExceptionsPerRequest), sample.ExceptionsPerRequest, "", where),
            .. Check(nameof(sample.CpuTimePerRequest), sample.CpuTimePerRequest?.TotalMilliseconds, " ms", where),
            .. Check(nameof(sample.WorkingSetPeak), sample.WorkingSetPeak, "", where),
            .. Check(nameof(sample.FirstResponse), sample.FirstResponse?.TotalMilliseconds, " ms", where),
        ];
        return problems.Length > 0 ? throw new LoadTestException(problems) : sample;
    }

    // NaN compares as false with everything. The condition is written so that NaN isn't allowed.
    private static IEnumerable<Problem> Check(string figure, double? value, string unit, string where) => Problem.If(
        value is not (null or (>= 0 and < double.PositiveInfinity)),
        $"{where} measured a {figure} of {Readable.Limit(value ?? 0, "#,0.####")}{unit}", "zero or more, and finite", Cause);
}
