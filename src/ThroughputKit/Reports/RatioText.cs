using System.Globalization;

namespace ThroughputKit.Reports;

/// <summary>Ratios in tables.</summary>
internal static class RatioText
{
    private const string Format = "0.000", None = "-";

    /// <summary>The name of the ratio of which more is better. Those of latencies have other names.</summary>
    public const string Rps = "RPS";

    public static ReportTable Table(string title, IEnumerable<string[]> rows) =>
        new(title, [["Ratio of", "Value", "Low", "High", "Shown"], .. rows], column => column is 0 or 4);

    public static string[] Row(string name, RatioFigures ratio) =>
    [
        name,
        Number(ratio.Value),
        ratio.HasInterval ? Number(ratio.Low) : None,
        ratio.HasInterval ? Number(ratio.High) : None,
        Shown(ratio, name == Rps),
    ];

    /// <summary>Returns what a ratio shows, in the words that every table, chart and verdict has for it.</summary>
    /// <param name="ratio">The ratio.</param>
    /// <param name="isRate">Whether it is that of rates, of which more is better.</param>
    public static string Shown(RatioFigures ratio, bool isRate) => !ratio.HasInterval ? "too few measurements for an interval"
        : !ratio.IsDistinct ? "no difference was shown" : ratio.High < 1 == isRate ? "slower" : "faster";

    public static string Number(double value) => value.ToString(Format, CultureInfo.InvariantCulture);
}
