using HelloApi;
using ThroughputKit;

// 1. One load test: the kit starts the real app on real Kestrel, loads it over real sockets, and stops it.
Console.WriteLine("One run of five seconds:");
Console.WriteLine();
LoadResult result = await LoadTest.For<HelloApp>().Get("/hello").RunAsync();
Console.WriteLine(result);
Console.WriteLine();

// 2. The same work done in three ways, as an experiment: short rounds take turns, because one long run after another would
//    compare the machine with itself at another time.
await using var app = HelloApp.Build(["--environment=Production", "--urls=http://127.0.0.1:0", "--Logging:LogLevel:Default=Warning"]);
var test = LoadTest.For(app);
var order = new Order("tea", 3);
(string Name, LoadTest Test)[] variants =
[
    ("GET JSON, minimal API", test.Get("/hello")),
    ("GET JSON, controller", test.Get("/classic/hello")),
    ("GET JSON, middleware", test.Get("/bare/hello")),
    ("POST JSON, minimal API", test.PostJson("/orders", order)),
    ("POST JSON, controller", test.PostJson("/classic/orders", order)),
    ("POST JSON, middleware", test.PostJson("/bare/orders", order)),
];
Console.WriteLine($"{variants.Length} endpoints, 3 rounds of half a second each; medians:");
Console.WriteLine();
foreach (var (_, variant) in variants)
{
    await variant.With(o => (o.WarmUp, o.MaxWarmUp, o.Duration) = (TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(0.1))).RunAsync();
}

var experiment = variants.Aggregate(LoadTest.Experiment().Rounds(3), (e, v) => e.Add(
    v.Name, v.Test.With(o => (o.WarmUp, o.MaxWarmUp, o.Duration) = (TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(0.5)))));
Console.WriteLine(await experiment.RunAsync());
