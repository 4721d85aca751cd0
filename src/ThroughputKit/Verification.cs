using System.Runtime.CompilerServices;
using ThroughputKit.Baselines;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;
using ThroughputKit.Testing;

namespace ThroughputKit;

/// <summary>Judges results: by limits, by approved figures, or by a comparison's own gates. Each method returns the same result if it passes.</summary>
public static class Verification
{
    /// <summary>Passes if the result is within every limit that is set. With no limit on failures, any failed request fails.</summary>
    /// <param name="result">The result.</param>
    /// <param name="gates">The limits.</param>
    /// <returns>The same result.</returns>
    /// <exception cref="LoadGateException">One or more gates failed; the message names them all. A run without a success never passes.</exception>
    /// <exception cref="LoadTestException">A gate is invalid, or can't be judged for this result.</exception>
    public static LoadResult Verify(this LoadResult result, LoadGates gates)
    {
        ArgumentNullException.ThrowIfNull(result);
        ArgumentNullException.ThrowIfNull(gates);
        GateJudge.Judge(result, gates).ThrowIfFailed();
        return result;
    }

    /// <summary>
    /// Passes unless the verdict is failed, or the evidence for a verdict is missing. An inconclusive verdict passes too and writes the reason to the
    /// console's error stream, unless it is set to fail.
    /// </summary>
    /// <param name="result">The result.</param>
    /// <param name="failIfInconclusive">Whether an inconclusive verdict fails.</param>
    /// <returns>The same result.</returns>
    /// <exception cref="LoadGateException">Gates failed, or requests of the candidate failed; the message names them all.</exception>
    /// <exception cref="LoadInconclusiveException">The verdict is inconclusive, and <paramref name="failIfInconclusive"/> is set.</exception>
    /// <exception cref="LoadTestException">
    /// There are no gates, requests of the reference failed, too few requests had a response, or the set-up makes the figures worthless, as a Debug build
    /// does. Within a <c>[ThroughputFact]</c> only missing gates throw here: the test's own judgement covers the rest.
    /// </exception>
    public static LoadComparisonResult Verify(this LoadComparisonResult result, bool failIfInconclusive = false)
    {
        ArgumentNullException.ThrowIfNull(result);
        var verdict = ComparisonJudge.Judge(result);
        verdict.ThrowIfFailed();
        var isWithinTest = TestRunScope.Current is not null; // the test reports inconclusive outcomes itself
        Problem[] missing = [.. isWithinTest ? ComparisonJudge.Ungated(result) : ComparisonJudge.Missing(result)];
        if (missing.Length > 0)
        {
            throw LoadTestException.Unjudged("The comparison could not be judged", missing);
        }

        var reasons = string.Join(Environment.NewLine, verdict.Inconclusive.Select(o => $"Inconclusive: {o}"));
        if (reasons.Length > 0 && failIfInconclusive)
        {
            throw new LoadInconclusiveException(reasons);
        }

        if (reasons.Length > 0 && !isWithinTest)
        {
            Console.Error.WriteLine(reasons);
        }

        return result;
    }

    /// <summary>
    /// Passes if the exact figures (allocated bytes, sizes, counts) match the approved ones, in a file that is committed next to the caller's source. With
    /// the environment variable <c>THROUGHPUTKIT_APPROVE=1</c> the file is written instead, and the changes are printed.
    /// </summary>
    /// <param name="result">The result.</param>
    /// <param name="file">The file, relative to the folder of the caller's source. Many results can share one file.</param>
    /// <param name="tolerance">The allowed difference: by default 8 B or 1%, whichever is more.</param>
    /// <param name="name">
    /// The name of this result in the file; by default the test's own name or, if it has none, its requests, such as <c>GET /hello</c>.
    /// </param>
    /// <param name="sourceFile">The caller's source file; set by the compiler.</param>
    /// <returns>The same result.</returns>
    /// <exception cref="LoadGateException">A figure is beyond the tolerance. A run without a success never passes.</exception>
    /// <exception cref="LoadTestException">
    /// The baseline is missing, invalid or from different settings, or the set-up makes the figures worthless, as a Debug build does. When approving: the
    /// result has findings that prevent approval, or this is a build server.
    /// </exception>
    public static LoadResult VerifyBaseline(
        this LoadResult result, string file, BaselineTolerance? tolerance = null, string? name = null, [CallerFilePath] string sourceFile = "")
    {
        ArgumentNullException.ThrowIfNull(result);
        ArgumentNullException.ThrowIfNull(file);
        ArgumentNullException.ThrowIfNull(sourceFile);
        var use = new BaselineUse(file, sourceFile, name ?? result.Name, tolerance ?? new BaselineTolerance());
        ResultBaseline.Verify(result, use, new KitEnvironment(Environment.GetEnvironmentVariable), Console.WriteLine);
        return result;
    }
}
