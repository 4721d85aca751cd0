using System.Globalization;
using ThroughputKit.Reporting;

namespace ThroughputKit.Searching;

/// <summary>Reports why a search had to end without an answer, and its results until then.</summary>
internal static class BrokenSearch
{
    /// <summary>Throws if the app stopped in the last run of a search. The exception contains the cause, the remedy and the results until then.</summary>
    /// <param name="unpaced">The run without a set rate.</param>
    /// <param name="steps">The steps so far.</param>
    public static void ThrowIfAppStopped(LoadResult unpaced, IReadOnlyList<MaxRateStep> steps)
    {
        var last = steps is [.., var step] ? step.Result : unpaced;
        if (last.Findings.FirstOrDefault(f => f.Name == FindingNames.AppStopped) is { } stopped)
        {
            var where = steps.Count == 0 ? "in the run without a set rate" : $"in {Show(steps.Count, steps[^1].Rate)}";
            throw new LoadTestException(new Problem(
                $"The search ended {where}: {char.ToLowerInvariant(stopped.Message[0])}{stopped.Message[1..]}",
                "an app that runs until it is stopped",
                $"{stopped.Remedy}{Environment.NewLine}{Found(unpaced, steps)}"));
        }
    }

    /// <summary>Returns the exception for a step that could not be run.</summary>
    /// <param name="problem">The reason.</param>
    /// <param name="rate">The rate of the step.</param>
    /// <param name="unpaced">The run without a set rate.</param>
    /// <param name="steps">The steps before it.</param>
    public static LoadTestException CannotGoOn(LoadTestException problem, double rate, LoadResult unpaced, IReadOnlyList<MaxRateStep> steps) =>
        problem.With(new Problem(
            $"The search ended before {Show(steps.Count + 1, rate)}", "an app that stays available until the search ends", Found(unpaced, steps)));

    private static string Found(LoadResult unpaced, IReadOnlyList<MaxRateStep> steps) =>
        $"Results of the search so far:{Environment.NewLine}{MaxRateTable.Write(unpaced, steps)}";

    private static string Show(int step, double rate) => string.Create(CultureInfo.InvariantCulture, $"step {step}, at {rate:#,0.####} RPS");
}
