using HelloApi;
using ThroughputKit;

Console.WriteLine("1. One run: the kit starts the real app on real Kestrel, loads it over real sockets for five seconds, and stops it.");
Console.WriteLine();
LoadResult result = await LoadTest.For<HelloApp>().Get("/hello").RunAsync();
Console.WriteLine(result);
Console.WriteLine();

Console.WriteLine("2. Two gates on that run: one passes, one fails. A request allocates nearly the same in every run, so chance decides neither.");
Console.WriteLine();
Judge("at most 4,096 B per request and no failure", new() { MaxAllocatedBytesPerRequest = 4_096, MaxFailures = 0 });
Judge("at most 1,024 B per request", new() { MaxAllocatedBytesPerRequest = 1_024 });
Console.WriteLine();

Console.WriteLine("3. A comparison: controllers against minimal APIs, in turns of 10 ms, so that a busy machine slows both.");
Console.WriteLine("   Such turns, on a number of connections of their own, give other RPS than section 1.");
Console.WriteLine();
await using var app = HelloApp.Build(["--environment=Production", "--urls=http://127.0.0.1:0", "--Logging:LogLevel:Default=Warning"]);
var hello = LoadTest.For(app);
LoadComparisonResult comparison = await LoadTest.Compare(hello.Get("/hello"), hello.Get("/classic/hello"))
    .Within(new ComparisonGates { MaxSlowdownPercent = 50 }) // far from both, so that it passes on any machine
    .RunAsync();
Console.WriteLine(comparison);

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
