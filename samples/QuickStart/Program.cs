using HelloApi;
using ThroughputKit;

Console.WriteLine("1. One run: the kit starts the real app on real Kestrel, loads it over real sockets for five seconds, and stops it.");
Console.WriteLine();
LoadResult result;
using (var progress = new ConsoleProgress())
{
    result = await LoadTest.For<HelloApp>().Get("/hello").RunAsync(progress);
}

Console.WriteLine(result);
Console.WriteLine();

Console.WriteLine("2. Two gates on that run: one passes, one fails. A request allocates nearly the same in every run, so chance decides neither.");
Console.WriteLine();
Judge("at most 4,096 B per request and no failure", new() { MaxAllocatedBytesPerRequest = 4_096, MaxFailures = 0 });
Judge("at most 1,024 B per request", new() { MaxAllocatedBytesPerRequest = 1_024 });
Console.WriteLine();

Console.WriteLine("3. An experiment: GET and POST in three ways, in turns of 10 ms, so that a busy machine slows all of them.");
Console.WriteLine("   Such turns, on a number of connections of their own, give other RPS than section 1.");
Console.WriteLine();
await using var app = HelloApp.Build(["--environment=Production", "--urls=http://127.0.0.1:0", "--Logging:LogLevel:Default=Warning"]);
var test = LoadTest.For(app).With(o => o.WarmUp = TimeSpan.FromSeconds(0.3));
var order = new Order("tea", 3);
var experiment = LoadTest.Experiment()
    .Add("GET JSON, minimal API", test.Get("/hello"))
    .Add("GET JSON, controller", test.Get("/classic/hello"))
    .Add("GET JSON, middleware", test.Get("/bare/hello"))
    .Add("POST JSON, minimal API", test.PostJson("/orders", order))
    .Add("POST JSON, controller", test.PostJson("/classic/orders", order))
    .Add("POST JSON, middleware", test.PostJson("/bare/orders", order))
    .MeasureFor(TimeSpan.FromSeconds(2));
LoadExperimentResult table;
using (var progress = new ConsoleProgress())
{
    table = await experiment.RunAsync(progress);
}

Console.WriteLine(table);

void Judge(string limits, LoadGates gates)
{
    try
    {
        result.VerifyAsIs(gates);
        Console.WriteLine($"{limits}: passed");
    }
    catch (LoadGateException exception)
    {
        Console.WriteLine($"{limits}: failed, with this message:");
        Console.WriteLine(exception.Message);
    }
}
