using System.Globalization;

namespace ThroughputKit.Reports;

/// <summary>Ratios in tables.</summary>
internal static class RatioText
{
    private const string Format = "0.000", None = "-";

    public static ReportTable Table(string title, IEnumerable<string[]> rows) =>
        new(title, [["Ratio of", "Value", "Low", "High", "Shown"], .. rows], column => column is 0 or 4);

    public static string[] Row(string name, RatioFigures ratio) =>
    [
        name,
        Number(ratio.Value),
        ratio.HasInterval ? Number(ratio.Low) : None,
        ratio.HasInterval ? Number(ratio.High) : None,
        !ratio.HasInterval ? "too few measurements for an interval" : ratio.IsDistinct ? "a difference" : "no difference",
    ];

    public static string Number(double value) => value.ToString(Format, CultureInfo.InvariantCulture);
}
