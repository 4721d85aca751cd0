using System.Globalization;

namespace ThroughputKit.Reports;

/// <summary>An axis of a chart: where a value is, and where the ticks are. Pure.</summary>
internal sealed class Axis
{
    private const int MostTicks = 7;
    private const double Thousand = 1e3, Million = 1e6;

    private static readonly double[] _steps = [1, 2, 5, 10];

    private readonly double _start;
    private readonly double _end;
    private readonly bool _isLog;
    private readonly double _min;
    private readonly double _max;

    private Axis(double min, double max, bool isLog, double start, double end, IReadOnlyList<double> ticks) =>
        (_min, _max, _isLog, _start, _end, Ticks) = (min, max, isLog, start, end, ticks);

    /// <summary>Gets the values that have a tick.</summary>
    public IReadOnlyList<double> Ticks { get; }

    /// <summary>Returns an axis on which equal differences have equal lengths, which ends at ticks.</summary>
    /// <param name="min">The smallest value.</param>
    /// <param name="max">The largest value.</param>
    /// <param name="start">The place of the smallest value.</param>
    /// <param name="end">The place of the largest value.</param>
    public static Axis Linear(double min, double max, double start, double end)
    {
        max = max > min ? max : min + 1;
        var (rough, step) = ((max - min) / 4, 0.0);
        var power = Math.Pow(10, Math.Floor(Math.Log10(rough)));
        step = power * _steps.First(s => s * power >= rough * 0.999);
        var (first, last) = (Math.Floor((min / step) + 1e-9), Math.Ceiling((max / step) - 1e-9));
        return new Axis(first * step, last * step, isLog: false, start, end, [.. Enumerable.Range(0, (int)(last - first) + 1).Select(i => (first + i) * step)]);
    }

    /// <summary>Returns an axis on which equal factors have equal lengths.</summary>
    /// <param name="min">The smallest value, above zero.</param>
    /// <param name="max">The largest value.</param>
    /// <param name="start">The place of the smallest value.</param>
    /// <param name="end">The place of the largest value.</param>
    public static Axis Log(double min, double max, double start, double end)
    {
        var (low, high) = ((int)Math.Floor(Math.Log10(min)), (int)Math.Ceiling(Math.Log10(Math.Max(max, min))));
        double[] all = [.. Enumerable.Range(low, high - low + 1).SelectMany(p => _steps[..3].Select(s => s * Math.Pow(10, p)))];
        var first = Math.Max(0, Array.FindLastIndex(all, t => t <= min * 1.000001));
        var last = Array.FindIndex(all, t => t >= max * 0.999999 && t > all[first]);
        double[] ticks = all[first..((last < 0 ? all.Length - 1 : last) + 1)];
        var shown = ticks.Length <= MostTicks ? ticks : [.. ticks.Where(t => Math.Abs(Math.Log10(t) - Math.Round(Math.Log10(t))) < 1e-6)];
        return new Axis(ticks[0], ticks[^1], isLog: true, start, end, shown);
    }

    /// <summary>Returns the place of a value, at the nearer end if it is beyond the axis.</summary>
    public double At(double value)
    {
        var (min, max, at) = _isLog ? (Math.Log10(_min), Math.Log10(_max), Math.Log10(Math.Max(value, _min))) : (_min, _max, value);
        return _start + ((_end - _start) * Math.Clamp((at - min) / (max - min), 0, 1));
    }

    /// <summary>Formats the value of a tick in few characters.</summary>
    public static string Label(double value) => Math.Abs(value) switch
    {
        >= Million => Number(value / Million, "M"),
        >= 10 * Thousand => Number(value / Thousand, "k"),
        _ => Number(value, ""),
    };

    private static string Number(double value, string unit) => value.ToString("#,0.######", CultureInfo.InvariantCulture) + unit;
}
