using ThroughputKit.Statistics;
using static System.FormattableString;

namespace ThroughputKit.Trends;

/// <summary>One figure of one test from run to run, on one machine if it depends on that. Pure.</summary>
internal sealed class TrendSeries
{
    // More would take long, and say little about today.
    private const int MaxRuns = 500;

    private readonly double[] _values;
    private readonly int[] _starts; // of the levels

    /// <param name="test">The test.</param>
    /// <param name="figure">The figure.</param>
    /// <param name="machine">The machine; <see langword="null"/> if the figure doesn't depend on it.</param>
    /// <param name="runs">The runs that have the figure, in the order of their time.</param>
    private TrendSeries(string test, TrendFigure figure, string? machine, IEnumerable<TrendRun> runs)
    {
        (Test, Figure, Machine, Runs) = (test, figure, machine, [.. runs.TakeLast(MaxRuns)]);
        _values = [.. Runs.Select(r => r.Values[figure])];
        _starts = [0, .. ChangePoints.Find(_values, figure.LeastShare)];
        Changes = [.. Enumerable.Range(1, _starts.Length - 1).Select(ChangeTo)];
    }

    public string Test { get; }

    public TrendFigure Figure { get; }

    public string? Machine { get; }

    public IReadOnlyList<TrendRun> Runs { get; }

    /// <summary>Gets the value of each run.</summary>
    public IReadOnlyList<double> Values => _values;

    /// <summary>Gets the changes of level, the first one first.</summary>
    public IReadOnlyList<TrendChange> Changes { get; }

    /// <summary>Gets the levels, each from a run on: the index of its first run, and its median.</summary>
    public IReadOnlyList<(int Start, double Value)> Levels => [.. _starts.Select((start, i) => (start, Level(i)))];

    /// <summary>Gets what the last run says, in words.</summary>
    public string Words
    {
        get
        {
            var ofLevel = _values.Length - _starts[^1];
            var name = Machine is null ? Figure.Name : $"{Figure.Name} on {Machine}";
            var level = ofLevel == 1 ? "" : Invariant($"; the last {ofLevel:N0} runs have a median of {Figure.Show(Level(_starts.Length - 1))}");
            var few = _values.Length < 2 * ChangePoints.LeastOfLevel ? $", too few to show a change: {Counted.Of(_values.Length, "run")}" : "";
            var since = Changes is [.., var last] ? $", {last.PercentText} since {last.When}" : "";
            return $"{name}: {Figure.Show(_values[^1])}{level}{since}{few}";
        }
    }

    /// <summary>Returns the series of all figures of runs.</summary>
    /// <param name="runs">The runs, in any order.</param>
    public static IReadOnlyList<TrendSeries> Of(IEnumerable<TrendRun> runs)
    {
        TrendRun[] inOrder = [.. runs.OrderBy(r => r.Time)];
        return
        [
            .. from test in inOrder.GroupBy(r => r.Test, StringComparer.Ordinal)
               from figure in TrendFigure.All
               from machine in test.Where(r => r.Values.ContainsKey(figure)).GroupBy(r => figure.IsOfMachine ? r.Machine : null, StringComparer.Ordinal)
               select new TrendSeries(test.Key, figure, machine.Key, machine),
        ];
    }

    private double Level(int index)
    {
        var end = index + 1 < _starts.Length ? _starts[index + 1] : _values.Length;
        return Median.Of(_values[_starts[index]..end].Select(v => (double?)v))!.Value;
    }

    private TrendChange ChangeTo(int level)
    {
        var (run, from, to) = (Runs[_starts[level]], Level(level - 1), Level(level));
        return new TrendChange
        {
            Test = Test,
            Figure = Figure.Name,
            Machine = Machine,
            Commit = run.Commit,
            ShownCommit = run.ShownCommit,
            Time = run.Time,
            From = from,
            To = to,
            Percent = 100 * ((to / from) - 1),
        };
    }
}
