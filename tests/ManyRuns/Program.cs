using System.Globalization;
using TestApp;
using ThroughputKit;

// Prints the size of the heap after each part of so many runs, a line each.
var (parts, runsOfAPart) = (int.Parse(args[0], CultureInfo.InvariantCulture), int.Parse(args[1], CultureInfo.InvariantCulture));
var test = LoadTest.For<App>(app => app.Configuration["Logging:LogLevel:Default"] = "Warning").Get("/text")
    .With(o => (o.Connections, o.Requests, o.WarmUp) = (16, 50, TimeSpan.Zero));
for (var part = 0; part < parts; part++)
{
    await RunAsync(runsOfAPart);
    Console.WriteLine(Heap());
}

async Task RunAsync(int runs)
{
    for (var run = 0; run < runs; run++)
    {
        await test.RunAsync();
    }
}

static long Heap()
{
    for (var i = 0; i < 3; i++)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    return GC.GetTotalMemory(forceFullCollection: true);
}
