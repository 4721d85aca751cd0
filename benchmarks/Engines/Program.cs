using System.CommandLine;
using Engines;
using ThroughputKit;
using ThroughputKit.Tests.Support;

string[] sections = ["generators", "threads", "in-process", "https", "http2", "grpc", "rates", "growth"];
var rounds = new Option<int>("--rounds") { Description = "Rounds for each row.", DefaultValueFactory = _ => 6 };
var seconds = new Option<int>("--seconds") { Description = "Seconds a round.", DefaultValueFactory = _ => 3 };
var connections = new Option<int[]>("--connections") { Description = "Connections, one table each.", DefaultValueFactory = _ => [1, 2, 64, 125, 512], AllowMultipleArgumentsPerToken = true };
var path = new Option<string>("--path") { Description = "What is asked for.", DefaultValueFactory = _ => "/hello" };
var only = new Option<string[]>("--sections") { Description = $"What is measured: {string.Join(", ", sections)}.", DefaultValueFactory = _ => sections, AllowMultipleArgumentsPerToken = true };
only.AcceptOnlyFromAmong(sections);
var output = new Option<string>("--output") { Description = "Where the tables are kept. A session that was cut off goes on from there.", DefaultValueFactory = _ => "artifacts/benchmarks/engines.json" };
var fresh = new Option<bool>("--fresh") { Description = "Measures everything again." };
var command = new RootCommand("Load generators against one app, taking turns.") { rounds, seconds, connections, path, only, output, fresh, OtherProcessGenerator.Command() };
command.SetAction(async parsed =>
{
    var settings = new Settings(
        parsed.GetValue(path)!, parsed.GetValue(connections)!, parsed.GetValue(rounds), TimeSpan.FromSeconds(parsed.GetValue(seconds)));
    var session = new Session(parsed.GetValue(output)!, parsed.GetValue(fresh));
    using var app = await AppProcess.StartAsync();
    var engines = await KitGenerator.EnginesAsync(app.Address);
    foreach (var section in parsed.GetValue(only)!)
    {
        await (section switch
        {
            "generators" => GeneratorSection.RunAsync(session, settings, "App in another process", app.Address, Generators(engines)),
            "threads" => ThreadSection.RunAsync(session, settings, app.Address, engines),
            "in-process" => InProcessSection.RunAsync(session, settings, app.Address, engines),
            "https" => HttpsSection.RunAsync(session, settings, engines),
            "http2" => Http2Section.RunAsync(session, settings, engines),
            "grpc" => GrpcSection.RunAsync(session, settings),
            "rates" => RateSection.RunAsync(session, settings, app.Address, engines),
            _ => GrowthSection.RunAsync(session, settings, app.Address),
        });
    }
});
return await command.Parse(args).InvokeAsync();

static IReadOnlyList<IGenerator> Generators(IReadOnlyList<LoadEngine> engines)
{
    List<IGenerator> generators =
    [
        .. Tool.Installed.Select(t => new ToolGenerator(t)),
        .. engines.Select(e => new KitGenerator(e)), new HttpClientGenerator(),
    ];
    if (LimitGenerator.TryBuild())
    {
        generators.Add(new LimitGenerator(threads: 1));
        generators.Add(new LimitGenerator(threads: 2));
    }

    return generators;
}
