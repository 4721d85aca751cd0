namespace ThroughputKit.Reports;

/// <summary>The frame that charts with two axes share, and the looks of what is in it.</summary>
internal static class Plot
{
    public const int Width = 480, Height = 210;
    public const int Left = 56, Right = 468, Top = 22, Bottom = 172;

    /// <summary>The look of the first side, and of the second one, which is dashed so that it differs without colours.</summary>
    public const string First = "stroke=\"#0b5cad\" stroke-width=\"1.6\"", Second = "stroke=\"#a8480a\" stroke-width=\"1.6\" stroke-dasharray=\"6 3\"";

    public const string Words = "fill=\"#3a3f44\"", Grid = "stroke=\"#d5d9dd\"", Band = "stroke=\"#0b5cad\" stroke-opacity=\"0.35\"";

    public const string Limit = "stroke=\"#b3261e\" stroke-width=\"1.6\" stroke-dasharray=\"2 3\"";

    /// <summary>The look of what failed.</summary>
    public const string Failed = "stroke=\"#b3261e\" stroke-width=\"1.6\"";

    /// <summary>The look of collections of generation 2.</summary>
    public const string Collected = "fill=\"#a8480a\"";

    /// <summary>The look of a filled dot.</summary>
    public const string Dot = "fill=\"#0b5cad\"";

    /// <summary>Draws the ticks and the units of both axes.</summary>
    public static void Frame(Svg svg, Axis across, Axis up, string unitAcross, string unitUp) =>
        Frame(svg, [.. across.Ticks.Select(t => (across.At(t), Axis.Label(t), "middle"))], up, unitAcross, unitUp, hasMarks: true);

    /// <param name="svg">The picture.</param>
    /// <param name="across">The ticks of the axis across: each with its place, its name, and which part of that is there.</param>
    /// <param name="up">The axis up.</param>
    /// <param name="unitAcross">The unit across.</param>
    /// <param name="unitUp">The unit up.</param>
    /// <param name="hasMarks">Whether the ticks across are marked.</param>
    public static void Frame(Svg svg, (double X, string Name, string Anchor)[] across, Axis up, string unitAcross, string unitUp, bool hasMarks = false)
    {
        svg.Begin("grid", Grid);
        foreach (var tick in up.Ticks)
        {
            svg.Line(Left, up.At(tick), Right, up.At(tick));
        }

        foreach (var (x, _, _) in hasMarks ? across : [])
        {
            svg.Line(x, Bottom, x, Bottom + 4);
        }

        svg.End();
        svg.Begin("words", Words);
        foreach (var tick in up.Ticks)
        {
            svg.Text(Left - 6, up.At(tick) + 4, Axis.Label(tick), "end");
        }

        foreach (var (x, name, anchor) in across)
        {
            svg.Text(x, Bottom + 18, name, anchor);
        }

        svg.Text(4, 12, unitUp);
        svg.Text(Right, Height - 4, unitAcross, "end");
        svg.End();
    }

    /// <summary>Draws the names of two sides with the look of their lines.</summary>
    public static void Legend(Svg svg, IReadOnlyList<string> names)
    {
        var x = 150.0;
        for (var i = 0; i < names.Count && names.Count > 1; i++)
        {
            svg.Begin(i == 0 ? "first" : "second", i == 0 ? First : Second);
            svg.Line(x, 8, x + 26, 8);
            svg.End();
            svg.Begin("words", Words);
            svg.Text(x + 31, 12, names[i]);
            svg.End();
            x += 31 + (names[i].Length * 7.5) + 20;
        }
    }

    /// <summary>Draws triangles at the upper edge, where there were collections of generation 2.</summary>
    /// <param name="svg">The picture.</param>
    /// <param name="places">The places across.</param>
    public static void Collections(Svg svg, IReadOnlyCollection<double> places)
    {
        if (places.Count == 0)
        {
            return;
        }

        svg.Begin("collected", Collected);
        svg.Lines(places.SelectMany(x => new (double, double)?[] { (x - 4, Top - 6), (x + 4, Top - 6), (x, Top + 1), null }));
        svg.End();
    }

    /// <summary>Returns as many columns as there may be at most, of equal numbers of parts.</summary>
    public static IReadOnlyList<T> Merge<T>(IReadOnlyList<T> columns, int max, Func<T[], T> merged) =>
        columns.Count <= max ? columns : [.. columns.Chunk((columns.Count + max - 1) / max).Select(merged)];

    /// <summary>Returns the lines of a cross.</summary>
    public static IEnumerable<(double, double)?> Cross(double x, double y) => [(x - 3, y - 3), (x + 3, y + 3), null, (x - 3, y + 3), (x + 3, y - 3), null];
}
