using System.CommandLine;
using System.Text.Json;
using Engines;
using ThroughputKit;
using ThroughputKit.Tests.Support;

var rounds = new Option<int>("--rounds") { Description = "Rounds for each generator.", DefaultValueFactory = _ => 6 };
var seconds = new Option<int>("--seconds") { Description = "Seconds a round.", DefaultValueFactory = _ => 3 };
var connections = new Option<int[]>("--connections") { Description = "Connections, one table each.", DefaultValueFactory = _ => [1, 2, 64, 125, 512], AllowMultipleArgumentsPerToken = true };
var path = new Option<string>("--path") { Description = "What is asked for.", DefaultValueFactory = _ => "/hello" };
var output = new Option<string>("--output") { Description = "Where the tables are kept.", DefaultValueFactory = _ => "artifacts/benchmarks/engines.json" };
var command = new RootCommand("Load generators against one app in another process, taking turns.") { rounds, seconds, connections, path, output };
command.SetAction(async parsed =>
{
    List<IGenerator> generators = [new KitGenerator(LoadEngine.Epoll), new KitGenerator(LoadEngine.Socket), new HttpClientGenerator()];
    if (WrkGenerator.IsInstalled)
    {
        generators.InsertRange(0, [new WrkGenerator(1), new WrkGenerator(2)]);
    }

    if (LimitGenerator.TryBuild())
    {
        generators.Add(new LimitGenerator());
    }

    using var app = await AppProcess.StartAsync();
    var duration = TimeSpan.FromSeconds(parsed.GetValue(seconds));
    foreach (var generator in generators)
    {
        await generator.RunAsync(app.Address, parsed.GetValue(path)!, 64, TimeSpan.FromSeconds(3)); // warms both sides up
    }

    var tables = new Dictionary<int, IReadOnlyList<VariantFigures>>();
    foreach (var count in parsed.GetValue(connections)!)
    {
        var experiment = generators.Aggregate(
            LoadTest.Experiment().Rounds(parsed.GetValue(rounds)),
            (e, g) => e.Add(g.Name, _ => g.RunAsync(app.Address, parsed.GetValue(path)!, count, duration)));
        var result = await experiment.RunAsync();
        Console.WriteLine($"{count} connections, {parsed.GetValue(rounds)} rounds of {duration.TotalSeconds} s, ratios to {result.Baseline}:");
        Console.WriteLine(result);
        Console.WriteLine();
        tables[count] = result.Variants;
    }

    Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(parsed.GetValue(output)!))!);
    await File.WriteAllTextAsync(parsed.GetValue(output)!, JsonSerializer.Serialize(tables, new JsonSerializerOptions(JsonSerializerOptions.Web) { WriteIndented = true }));
});
return await command.Parse(args).InvokeAsync();
