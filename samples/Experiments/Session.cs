using System.Text;
using ThroughputKit;

namespace Experiments;

/// <summary>One run of an experiment: measures its tables, prints them, and keeps them as Markdown.</summary>
internal sealed class Session : IAsyncDisposable
{
    private readonly string _path;
    private readonly StringBuilder _markdown = new();

    public Session(IExperiment experiment, bool isQuick, string folder, CancellationToken cancellationToken)
    {
        (_path, IsQuick, Cancellation) = (Path.Combine(folder, $"{experiment.Name}.md"), isQuick, cancellationToken);
        Write($"# {experiment.Name}");
        Write(experiment.Question);
        Write($"Published: {experiment.Published}");
        if (isQuick)
        {
            Write("Measured with --quick: ratios are rough.");
        }
    }

    /// <summary>Gets the token that ends the program.</summary>
    public CancellationToken Cancellation { get; }

    /// <summary>Gets whether rough figures are enough.</summary>
    public bool IsQuick { get; }

    private int Rounds => IsQuick ? 1 : 6;

    /// <summary>Gets the number of statements that did not hold.</summary>
    public int Failed { get; private set; }

    /// <summary>Warms up for a moment, which is enough for rough figures.</summary>
    public static void Hurry(LoadOptions options) => (options.WarmUp, options.MaxWarmUp) = (TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(1));

    /// <summary>Measures a table, until the ends of every interval are within 3% of their ratio.</summary>
    /// <param name="title">What the table shows.</param>
    /// <param name="variants">The variants, the reference first.</param>
    public Task<LoadExperimentResult> MeasureAsync(string title, params (string Name, LoadTest Test)[] variants) => RunAsync(title, IsQuick
        ? Of(variants.Select(v => (v.Name, v.Test.With(Hurry)))).MeasureFor(variants.Length * TimeSpan.FromSeconds(0.5))
        : Of(variants).MeasureFor(variants.Length * TimeSpan.FromSeconds(6)).UntilWithin(percent: 3));

    /// <summary>Measures a table of the first second of apps that were just started.</summary>
    /// <param name="title">What the table shows.</param>
    /// <param name="variants">The variants, the reference first.</param>
    public Task<LoadExperimentResult> MeasureStartAsync(string title, params (string Name, LoadTest Test)[] variants)
    {
        return MeasureRoundsAsync(title, [.. variants.Select(v => (v.Name, (Func<CancellationToken, Task<LoadSample>>)(token => StartAsync(v.Test, token))))]);

        static async Task<LoadSample> StartAsync(LoadTest test, CancellationToken cancellationToken)
        {
            var result = await test.With(o => (o.WarmUp, o.Duration) = (TimeSpan.Zero, TimeSpan.FromSeconds(1))).RunAsync(cancellationToken);
            return LoadSample.From(result) with { FirstResponse = result.Startup.HostStart + result.Startup.FirstResponse };
        }
    }

    /// <summary>Measures a table in rounds, by any means.</summary>
    /// <param name="title">What the table shows.</param>
    /// <param name="variants">The variants, the reference first.</param>
    public Task<LoadExperimentResult> MeasureRoundsAsync(string title, params (string Name, Func<CancellationToken, Task<LoadSample>> Measure)[] variants) =>
        RunAsync(title, variants.Aggregate(LoadTest.Experiment(), (e, v) => e.Add(v.Name, v.Measure)).InRounds(Rounds));

    /// <summary>Shows a table of other figures.</summary>
    public void Show(string title, string[] headings, IEnumerable<string[]> rows)
    {
        Write($"## {title}");
        Write(string.Join(Environment.NewLine, [Row(headings), Row(headings.Select(_ => "---")), .. rows.Select(Row)]));

        static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells)} |";
    }

    /// <summary>Says whether what theory guarantees was measured.</summary>
    public void Expect(string statement, bool holds)
    {
        Failed += holds ? 0 : 1;
        Write($"{(holds ? "Holds" : "DOES NOT HOLD")}: {statement}.");
    }

    /// <summary>Says why the experiment gave no result, or not all of it.</summary>
    public void WriteReason(string reason) => Write(reason);

    public async ValueTask DisposeAsync()
    {
        if (!Cancellation.IsCancellationRequested)
        {
            await File.WriteAllTextAsync(_path, _markdown.ToString(), CancellationToken.None); // a complete table of before is worth more than half of one
        }
    }

    private static LoadExperiment Of(IEnumerable<(string Name, LoadTest Test)> variants) =>
        variants.Aggregate(LoadTest.Experiment(), (e, v) => e.Add(v.Name, v.Test));

    private async Task<LoadExperimentResult> RunAsync(string title, LoadExperiment experiment)
    {
        Write($"## {title}");
        LoadExperimentResult result;
        using (var progress = new ConsoleProgress())
        {
            result = await experiment.RunAsync(progress, Cancellation); // what goes to the output counts as printed by the app
        }

        Console.WriteLine($"{result}{Environment.NewLine}");
        Keep(result.ToMarkdown());
        foreach (var variant in result.Variants.Where(v => v.Failed > 0))
        {
            Expect($"every request of {variant.Name} succeeded", false);
        }

        return result;
    }

    private void Write(string paragraph)
    {
        Console.WriteLine($"{paragraph}{Environment.NewLine}");
        Keep(paragraph);
    }

    private void Keep(string paragraph) => _markdown.AppendLine(paragraph).AppendLine();
}
