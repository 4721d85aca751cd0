using Microsoft.AspNetCore;

namespace TestApp;

/// <summary>Apps that run well when they are started by hand, but in ways that a test's process can't repeat, or that hide their errors.</summary>
public static class OddStarts
{
    private static int _starts;

    public static IReadOnlyList<string> Modes { get; } =
    [
        "builds a plain host first", "keeps a plain host", "builds an old web host", "catches its error", "catches its error after the build",
        "refuses its arguments", "sets its content root", "starts once per process",
    ];

    /// <summary>Gets the number of web hosts that were built although the start had failed.</summary>
    public static int WebHosts { get; private set; }

    /// <summary>Gets the error of an old web host that was built late.</summary>
    public static Exception? LateError { get; private set; }

    public static void RunOldHostLate(string[] args, WebApplicationBuilder builder)
    {
        Thread.Sleep(TimeSpan.FromSeconds(1));
        try
        {
            Run("builds an old web host", args, builder);
        }
        catch (Exception e)
        {
            LateError = e;
        }
    }

    public static void Run(string mode, string[] args, WebApplicationBuilder builder)
    {
        switch (mode)
        {
            case "builds a plain host first":
                try
                {
                    using var bootstrap = Host.CreateApplicationBuilder(args).Build();
                    bootstrap.Services.GetRequiredService<ILoggerFactory>().CreateLogger("Bootstrap");
                }
                catch (Exception e)
                {
                    Console.WriteLine($"No bootstrap: {e.GetType().Name}");
                }

                using (var app = App.Build(builder))
                {
                    WebHosts++;
                    app.Run();
                }

                break;
            case "keeps a plain host":
                using (var bootstrap = Host.CreateDefaultBuilder(args).Build())
                using (var app = App.Build(builder))
                {
                    WebHosts++;
                    app.Run();
                }

                break;
            case "builds an old web host":
#pragma warning disable ASPDEPR004, ASPDEPR008 // that is the point
                using (var host = WebHost.CreateDefaultBuilder(args).Configure(app => app.Run(context => context.Response.WriteAsync("old"))).Build())
#pragma warning restore ASPDEPR004, ASPDEPR008
                {
                    WebHosts++;
                    host.Run();
                }

                break;
            case "catches its error":
                Console.Error.WriteLine("Terminated: the certificate 'shop' has expired.");
                break;
            case "catches its error after the build":
                _ = App.Build(builder);
                Console.WriteLine("Terminated: the table 'orders' is missing.");
                break;
            case "refuses its arguments":
                Console.WriteLine($"Unknown option {args[0]}. Usage: shop [--port N]");
                break;
            case "sets its content root":
                builder.WebHost.UseContentRoot(AppContext.BaseDirectory);
                break;
            case "starts once per process":
                if (Interlocked.Increment(ref _starts) > 1)
                {
                    throw new InvalidOperationException("The serializer is already registered.");
                }

                using (var app = App.Build(builder))
                {
                    app.Run();
                }

                break;
        }
    }
}
