using System.Globalization;
using FilteredRun;
using TestApp;
using ThroughputKit;

// Lets io_uring_setup fail with an error code; 0 for none. Prints which engine made the load, and why: chosen by itself, and asked for.
if (int.Parse(args[0], CultureInfo.InvariantCulture) is > 0 and var error)
{
    CallFilter.Install(error);
}

foreach (var engine in (LoadEngine[])[LoadEngine.Automatic, LoadEngine.Uring])
{
    try
    {
        var result = await LoadTest.For<App>(app => app.Configuration["Logging:LogLevel:Default"] = "Warning").Get("/text")
            .With(o => (o.Engine, o.Connections, o.Requests, o.WarmUp) = (engine, 32, 200, TimeSpan.Zero)).RunAsync();
        Console.WriteLine($"{result.Generator.Engine}, {result.Succeeded} of {result.Sent}: {result.Generator.WhyNotFaster}");
    }
    catch (LoadTestException e)
    {
        Console.WriteLine(string.Join("; ", e.Problems));
    }
}
