using System.Globalization;
using System.Net;
using System.Text;
using ThroughputKit.Reporting;

namespace ThroughputKit.Reports;

/// <summary>
/// Writes a picture for a page. Its colours are attributes, which a policy against styles allows; classes let the page change them. Its title and description
/// say what it shows.
/// </summary>
internal sealed class Svg
{
    private const int MaxText = 300;

    private readonly StringBuilder _text = new();

    /// <param name="id">An id that is unique on the page.</param>
    /// <param name="chart">What it shows.</param>
    /// <param name="width">The width.</param>
    /// <param name="height">The height.</param>
    public Svg(string id, ReportChart chart, int width, int height)
    {
        Add($"<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\" font-size=\"13\" fill=\"none\">");
        Add($"<title id=\"{id}-t\">{Encode(chart.Title)}</title><desc id=\"{id}-d\">{Encode(chart.Finding)}</desc>");
    }

    /// <summary>Begins a group of shapes of one look.</summary>
    /// <param name="name">The class.</param>
    /// <param name="attributes">The attributes.</param>
    public void Begin(string name, string attributes) => Add($"<g class=\"{name}\" {attributes}>");

    public void End() => Add($"</g>");

    public void Line(double x1, double y1, double x2, double y2) => Add($"<path d=\"M{x1:0.#} {y1:0.#}L{x2:0.#} {y2:0.#}\"/>");

    /// <summary>Draws lines through points. Where a point is missing, a new line begins.</summary>
    public void Lines(IEnumerable<(double X, double Y)?> points)
    {
        var path = new StringBuilder();
        var isOpen = false;
        foreach (var point in points)
        {
            if (point is var (x, y))
            {
                path.Append(CultureInfo.InvariantCulture, $"{(isOpen ? 'L' : 'M')}{x:0.#} {y:0.#}");
            }

            isOpen = point is not null;
        }

        Path(path.ToString());
    }

    /// <summary>Draws what a path describes.</summary>
    public void Path(string path) => Add($"<path d=\"{path}\"/>");

    /// <summary>Draws a rectangle.</summary>
    public void Box(double left, double top, double right, double bottom) => Add($"<path d=\"M{left:0.#} {top:0.#}H{right:0.#}V{bottom:0.#}H{left:0.#}Z\"/>");

    public void Circle(double x, double y, double radius) => Add($"<circle cx=\"{x:0.#}\" cy=\"{y:0.#}\" r=\"{radius:0.#}\"/>");

    /// <param name="x">The place across.</param>
    /// <param name="y">The place down, of the line that the letters stand on.</param>
    /// <param name="text">The text.</param>
    /// <param name="anchor">Which part of the text is there: start, middle or end.</param>
    public void Text(double x, double y, string text, string anchor = "start") =>
        Add($"<text x=\"{x:0.#}\" y=\"{y:0.#}\" text-anchor=\"{anchor}\">{Encode(text)}</text>");

    public override string ToString() => $"{_text}</svg>";

    private static string Encode(string text) => WebUtility.HtmlEncode(Visible.Line(text, MaxText));

    private void Add(FormattableString part) => _text.Append(FormattableString.Invariant(part));
}
