using System.CommandLine;
using Generators;
using ThroughputKit.Tests.Support;

var rounds = new Option<int>("--rounds") { Description = "Rounds for each generator.", DefaultValueFactory = _ => 7 };
var seconds = new Option<int>("--seconds") { Description = "Seconds a round.", DefaultValueFactory = _ => 5 };
var connections = new Option<int>("--connections") { Description = "Connections.", DefaultValueFactory = _ => 64 };
var path = new Option<string>("--path") { Description = "What is asked for.", DefaultValueFactory = _ => "/hello" };
var output = new Option<string>("--output") { Description = "Where the rounds are kept.", DefaultValueFactory = _ => "artifacts/benchmarks/generators.json" };
var command = new RootCommand("Load generators against one app in another process, taking turns.") { rounds, seconds, connections, path, output };
command.SetAction(async parsed =>
{
    List<IGenerator> generators = [new KitGenerator(ThroughputKit.LoadEngine.Epoll), new KitGenerator(ThroughputKit.LoadEngine.Socket), new HttpClientGenerator()];
    if (WrkGenerator.IsInstalled)
    {
        generators.AddRange([new WrkGenerator(1), new WrkGenerator(2)]);
    }

    using var app = await AppProcess.StartAsync();
    var duration = TimeSpan.FromSeconds(parsed.GetValue(seconds));
    var results = generators.ToDictionary(g => g.Name, _ => new List<Round>());
    foreach (var generator in generators)
    {
        await generator.RunAsync(app.Address, parsed.GetValue(path)!, parsed.GetValue(connections), TimeSpan.FromSeconds(3)); // warms both sides up
    }

    for (var round = 0; round < parsed.GetValue(rounds); round++)
    {
        // Every other round goes backwards, so that none is always first.
        foreach (var generator in round % 2 == 0 ? generators : Enumerable.Reverse(generators))
        {
            results[generator.Name].Add(await generator.RunAsync(app.Address, parsed.GetValue(path)!, parsed.GetValue(connections), duration));
        }
    }

    Report.Print(results);
    Report.Save(parsed.GetValue(output)!, results);
});
return await command.Parse(args).InvokeAsync();
