using System.Diagnostics;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Findings;
using ThroughputKit.Gates;
using ThroughputKit.Hosting;
using ThroughputKit.Running;

namespace ThroughputKit.Comparison;

/// <summary>Carries out a comparison.</summary>
/// <remarks>
/// 1. Start the apps and open connections. 2. Warm both sides up. 3. Measure slices in turn. 4. What lies beyond its limit is measured
/// once more, over new connections. 5. Stop what was started, in any case.
/// </remarks>
internal static class ComparisonRun
{
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan _settlingSlice = TimeSpan.FromMilliseconds(25);

    public static async Task<LoadComparisonResult> RunAsync(ComparisonPlan plan, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        using var rescue = PoolRescue.Begin();
        await PoolRoom.EnsureAsync().ConfigureAwait(false);
        var sides = new Sides(plan);
        LoadComparisonResult result;
        IReadOnlyList<string> stopProblems;
        try
        {
            result = await CompareAsync(plan, sides, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // 5. Stop. What goes wrong with it neither hides an earlier error nor loses the result.
            stopProblems = await sides.StopAsync(RunningApp.StopLimit(cancellationToken)).ConfigureAwait(false);
        }

        return result with
        {
            Elapsed = Stopwatch.GetElapsedTime(begun),
            Findings = [.. result.Findings, .. stopProblems.Select(p => StopDoubt.Of(p, mayRunHere: plan.Candidate.Target.IsInProcess))],
        };
    }

    private static async Task<LoadComparisonResult> CompareAsync(ComparisonPlan plan, Sides sides, CancellationToken cancellationToken)
    {
        using var overlap = new Overlap();
        using var crew = new EpollCrew();
        var random = plan.Seed is { } seed ? new Random(seed) : new Random();
        var questions = Question.Of(plan.Gates);

        // 1 to 3.
        var first = await MeasureAsync(plan, sides, crew, questions, random.Next(), isFirst: true, cancellationToken).ConfigureAwait(false);

        // 4. Reproduce.
        Question[] beyond = [.. questions.Where(q => first[q] == Decision.Beyond)];
        Stage? again = null;
        try
        {
            again = beyond.Length == 0 || first.HasFailed ? null
                : await MeasureAsync(plan, sides, crew, beyond, random.Next(), isFirst: false, cancellationToken).ConfigureAwait(false);
        }
        catch (LoadTestException e)
        {
            // What was measured until then isn't lost with what went wrong.
            throw e.With(ComparisonEvidence.NotAgain(Result()));
        }

        return Result();

        LoadComparisonResult Result()
        {
            var (reference, candidate) = sides.Results(overlap.WasShared);
            return ComparisonResultBuilder.Build(questions, first, again, reference, candidate);
        }
    }

    private static async Task<Stage> MeasureAsync(
        ComparisonPlan plan, Sides sides, EpollCrew crew, IReadOnlyList<Question> questions, int seed, bool isFirst, CancellationToken cancellationToken)
    {
        var open = await sides.OpenAsync(crew, cancellationToken).ConfigureAwait(false);
        await using var closing = open.ConfigureAwait(false);
        if (isFirst)
        {
            // What one does after its responses is looked at while the other has nothing to do.
            foreach (var side in new[] { sides.Reference, sides.Candidate })
            {
                await side.WarmUpAsync(cancellationToken).ConfigureAwait(false);
                await side.WatchAfterResponsesAsync(cancellationToken).ConfigureAwait(false);
            }
        }

        // New connections, and the pools behind them, are used to the turns before they count. What never answers would only take its timeout.
        var settling = new Stage([], []);
        if (sides.Reference.Answers && sides.Candidate.Answers)
        {
            await settling.RunAsync(
                token => sides.Reference.SettleAsync(_settlingSlice, token),
                token => sides.Candidate.SettleAsync(_settlingSlice, token),
                Progress(_settling),
                seed,
                cancellationToken).ConfigureAwait(false);
        }

        var length = SliceLength.For(settling.Pairs, plan.MaxDuration);
        sides.WatchMachine();
        var stage = new Stage(questions, LookPlan.All);
        await stage.RunAsync(
            token => sides.Reference.MeasureAsync(length, token),
            token => sides.Candidate.MeasureAsync(length, token),
            Progress(plan.MaxDuration),
            seed,
            cancellationToken).ConfigureAwait(false);
        return stage;
    }

    private static Func<double> Progress(TimeSpan most)
    {
        var begun = Stopwatch.GetTimestamp();
        return () => Stopwatch.GetElapsedTime(begun) / most;
    }
}
