using HelloApi;
using QuickStart;
using ThroughputKit;

// 1. One load test: the kit starts the real app on real Kestrel, loads it over real sockets, and stops it.
Console.WriteLine("One run of five seconds:");
Console.WriteLine();
LoadResult result = await LoadTest.For<HelloApp>().Get("/hello").RunAsync();
Console.WriteLine(result);
Console.WriteLine();

// 2. The same work done in three ways. Short rounds take turns: one long run after another would compare the machine
//    with itself at another time.
await using var app = HelloApp.Build(["--environment=Production", "--urls=http://127.0.0.1:0", "--Logging:LogLevel:Default=Warning"]);
var order = new Order("tea", 3);
await Rotation.RunAsync(
    rounds: 5,
    new("GET JSON, minimal API", LoadTest.For(app).Get("/hello")),
    new("GET JSON, controller", LoadTest.For(app).Get("/classic/hello")),
    new("GET JSON, middleware", LoadTest.For(app).Get("/bare/hello")),
    new("POST JSON, minimal API", LoadTest.For(app).PostJson("/orders", order)),
    new("POST JSON, controller", LoadTest.For(app).PostJson("/classic/orders", order)),
    new("POST JSON, middleware", LoadTest.For(app).PostJson("/bare/orders", order)),
    new("GET text, minimal API", LoadTest.For(app).Get("/date")),
    new("GET text, controller", LoadTest.For(app).Get("/classic/date")),
    new("GET text, middleware", LoadTest.For(app).Get("/bare/date")));
