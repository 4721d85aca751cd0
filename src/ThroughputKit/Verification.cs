using System.Runtime.CompilerServices;
using ThroughputKit.Baselines;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;
using ThroughputKit.Testing;

namespace ThroughputKit;

/// <summary>
/// Judges results: by limits, by approved figures, or by a comparison's own gates; each such method returns the same result if it passes. Or compares two.
/// </summary>
public static class Verification
{
    /// <summary>
    /// Throws if a gate of the test failed or could not be judged at all, as a <c>[ThroughputFact]</c> does. An inconclusive verdict passes and writes its
    /// reason to the console's error stream, unless the policy is to fail.
    /// </summary>
    /// <param name="result">The result of a test with gates (<see cref="LoadTest.Within(LoadGates)"/>).</param>
    /// <param name="onInconclusive">
    /// The policy for an inconclusive verdict. The environment variable <c>THROUGHPUTKIT_INCONCLUSIVE</c> takes precedence. A result can't skip a test, so
    /// <see cref="InconclusivePolicy.Skip"/> has the effect of <see cref="InconclusivePolicy.Warn"/>.
    /// </param>
    /// <returns>The same result.</returns>
    /// <exception cref="LoadGateException">One or more gates failed; the message names them all. A run without a success never passes.</exception>
    /// <exception cref="LoadInconclusiveException">The verdict is inconclusive, and the policy is to fail.</exception>
    /// <exception cref="LoadTestException">
    /// There are no gates, or one can't be judged for this result; or the set-up makes the figures worthless, as a Debug build does, and the policy is to
    /// fail, or this is a build server.
    /// </exception>
    public static LoadResult Verify(this LoadResult result, InconclusivePolicy onInconclusive = InconclusivePolicy.Warn)
    {
        ArgumentNullException.ThrowIfNull(result);
        if (result.Limits is not { } limits)
        {
            throw LoadTestException.Unjudged(
                "The result could not be judged",
                [new Problem(
                    "The test has no gate",
                    "one gate or more",
                    result.Runs.Count > 0 ? "A merged result keeps none of its runs' gates. Judge it by how its runs differ: result.VerifyAsIs(gates)."
                        : "Set one with Within before RunAsync, or judge this one run as it is: result.VerifyAsIs(gates).")]);
        }

        Verify(GateJudge.JudgeEligible(result, limits), "result", onInconclusive);
        return result;
    }

    /// <summary>
    /// Throws unless this result, as it is, is within every limit: without further attempts, or windows that measure exact bytes, and in a Debug build too.
    /// Timing must be within its limit with the whole interval of the run's own parts, and growth by more than its noise: what is inconclusive fails. A
    /// <see cref="LoadResult.Merge">merged</see> result must be with the interval that covers how its runs differ, and each of them with its growth. With no
    /// limit on failures, any failed request fails. Prefer <see cref="LoadTest.Within(LoadGates)"/>, which measures what the gates need.
    /// </summary>
    /// <param name="result">The result.</param>
    /// <param name="gates">The limits.</param>
    /// <returns>The same result.</returns>
    /// <exception cref="LoadGateException">One or more gates failed; the message names them all. A run without a success never passes.</exception>
    /// <exception cref="LoadTestException">A gate is invalid, or can't be judged for this result.</exception>
    public static LoadResult VerifyAsIs(this LoadResult result, LoadGates gates)
    {
        ArgumentNullException.ThrowIfNull(result);
        ArgumentNullException.ThrowIfNull(gates);
        GateJudge.Judge(result, gates).ThrowIfFailed();
        return result;
    }

    /// <summary>
    /// Throws if a gate failed or could not be judged at all, as a <c>[ThroughputFact]</c> does. An inconclusive verdict passes and writes its reason to the
    /// console's error stream, unless the policy is to fail.
    /// </summary>
    /// <param name="result">The result of a comparison with gates (<see cref="LoadComparison.Within"/>).</param>
    /// <param name="onInconclusive">The policy for an inconclusive verdict, as for <see cref="Verify(LoadResult, InconclusivePolicy)"/>.</param>
    /// <returns>The same result.</returns>
    /// <exception cref="LoadGateException">Gates failed, or requests of the candidate failed; the message names them all.</exception>
    /// <exception cref="LoadInconclusiveException">The verdict is inconclusive, and the policy is to fail.</exception>
    /// <exception cref="LoadTestException">
    /// There are no gates, requests of the reference failed, or too few requests had a response; or the set-up makes the figures worthless, as a Debug build
    /// does, and the policy is to fail, or this is a build server.
    /// </exception>
    public static LoadComparisonResult Verify(this LoadComparisonResult result, InconclusivePolicy onInconclusive = InconclusivePolicy.Warn)
    {
        ArgumentNullException.ThrowIfNull(result);
        Verify(ComparisonJudge.Judge(result), "comparison", onInconclusive);
        return result;
    }

    /// <summary>
    /// Passes if the exact figures (allocated bytes, sizes, counts) match the approved ones, in a file that is committed next to the caller's source. With
    /// the environment variable <c>THROUGHPUTKIT_APPROVE=1</c> the file is written instead, unless a gate of the test failed, and the changes are printed.
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

    /// <summary>
    /// Compares a result with another one, measured at another time, such as that of an earlier build in a file. Runs of one app differ by 5 to 15%, so
    /// the intervals are wide: <see cref="LoadTest.ComparedWith"/> measures both in turns, and finds differences of 2%. Allocated bytes are as exact as in
    /// the results. If the two differ in their machine, runtime or load, a finding says in what, and no assertion of their ratio passes or fails.
    /// </summary>
    /// <param name="result">The candidate.</param>
    /// <param name="reference">The result to compare with.</param>
    /// <returns>The comparison, without slices and gates. A figure that either lacks, or a rate that was set, has no ratio.</returns>
    /// <exception cref="ArgumentException">The same run is in both: a copy is no evidence.</exception>
    public static LoadComparisonResult ComparedWith(this LoadResult result, LoadResult reference)
    {
        ArgumentNullException.ThrowIfNull(result);
        ArgumentNullException.ThrowIfNull(reference);
        _ = ResultMerge.RunsOf([reference, result]); // which must not have a run in common
        return ComparisonOfResults.Of(reference, result);
    }

    private static void Verify(Verdict verdict, string what, InconclusivePolicy onInconclusive)
    {
        var environment = new KitEnvironment(Environment.GetEnvironmentVariable);
        LoadTestException.ThrowIfAny([.. environment.Check()]);
        TestJudge.Verify(verdict, what, onInconclusive, environment, Console.Error.WriteLine);
    }
}
