using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Runtime;

namespace TestApp;

/// <summary>An app whose every answer is known, and which can fail to start in every way; the setting "Mode" chooses.</summary>
public sealed class App
{
    private static readonly SemaphoreSlim _four = new(4);

    private App()
    {
    }

    public static void Run(string[] args)
    {
        var builder = WebApplication.CreateBuilder(args);
        switch (builder.Configuration["Mode"])
        {
            case "throws":
                throw new InvalidOperationException("The connection string 'Shop' is missing.");
            case "hangs before an old web host":
                OddStarts.RunOldHostLate(args, builder);
                return;
            case "hangs before it is built":
                Thread.Sleep(TimeSpan.FromSeconds(5));
                return;
            case "listens elsewhere too":
                builder.WebHost.ConfigureKestrel(kestrel => kestrel.ListenLocalhost(int.Parse(builder.Configuration["Port"]!, CultureInfo.InvariantCulture)));
                break;
            case "registers its only address":
                builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
                builder.Services.AddHostedService<Registration>();
                break;
            case "redirects to its own https":
                builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, EndpointDefaults.Modes["speaks TLS"]));
                break;
            case { } mode when EndpointDefaults.Modes.TryGetValue(mode, out var defaults):
                builder.WebHost.ConfigureKestrel(kestrel => kestrel.ConfigureEndpointDefaults(defaults));
                break;
            case { } mode when FaultyService.Modes.Contains(mode):
                builder.Services.AddHostedService(_ => new FaultyService(mode));
                break;
            case "crashes in the background":
                builder.Services.AddHostedService<CrashingService>();
                break;
            case "ignores its arguments":
                var size = (builder = WebApplication.CreateBuilder()).Configuration["Size"];
                builder.Configuration["Early"] = size ?? "none";
                break;
            case "allocates in the background":
                builder.Services.AddHostedService<BackgroundWork>();
                break;
            case "never builds a host":
                Console.WriteLine("Waiting for the moon.");
                Thread.Sleep(Timeout.Infinite);
                return;
            case "never listens":
                Worker.Run(args);
                return;
            case "serves without a host":
                PlainServer.Run();
                return;
            case "tells whether it is hooked":
                Console.Write(Array.Exists(AppDomain.CurrentDomain.GetAssemblies(), a => a.GetName().Name == "ThroughputKit.StartupHook"));
                return;
            case { } mode when OddStarts.Modes.Contains(mode):
                OddStarts.Run(mode, args, builder);
                return;
            case "is a plain program":
                Console.WriteLine("Done.");
                return;
            case "ends without running":
                _ = builder.Build();
                return;
        }

        using var app = Build(builder);
        if (builder.Configuration["Mode"] == "serves files")
        {
            app.MapStaticAssets();
        }

        if (builder.Configuration["Mode"] is "redirects to https" or "redirects to its own https")
        {
            app.UseHttpsRedirection();
        }

        app.Run();
    }

    public static WebApplication Build(WebApplicationBuilder builder)
    {
        builder.Services.AddSingleton<Counter>();
        builder.Services.AddSingleton<Connections>();
        builder.Services.AddSingleton<LateWork>();
        builder.Services.AddSingleton<Leak>();
        var app = builder.Build();
        app.MapGet("/text", () => "hello");
        app.MapGet("/twin", (HttpContext context) => Answer(context, extra: null));
        app.MapGet("/twin-512", (HttpContext context) => Answer(context, new byte[512]));
        app.MapGet("/array/{length:int}", (HttpContext context, int length) => Answer(context, new byte[length]));
        app.MapGet("/spin/{microseconds:int}", Spin);
        app.MapGet("/20ms", Wait20);
        app.MapGet("/5ms", async () =>
        {
            await Task.Delay(5);
            return "hello";
        });
        app.MapGet("/one-of-twenty-waits", (Counter counter) => counter.Next() % 20 == 0 ? Task.Delay(100) : Task.CompletedTask);
        app.MapGet("/leaks", (Leak leak) => leak.Keep());
        app.MapGet("/works-on", (LateWork work) => work.Leave());
        app.MapGet("/four-at-a-time", FourAtATimeAsync);
        app.MapGet("/every-third", (Counter counter) => counter.Next() % 3 == 0 ? Results.StatusCode(500) : Results.Text("hello"));
        app.MapGet("/first-ten", (Counter counter) => counter.Next() > 10 ? Results.StatusCode(503) : Results.Text("hello"));
        app.MapGet("/every-third-throws", (Counter counter) => counter.Next() % 3 == 0 ? throw new InvalidOperationException("Not the third.") : "hello");
        app.MapGet("/logs", (ILogger<App> logger) =>
        {
            Log.Asked(logger, Environment.TickCount64);
            return "hello";
        });
        app.MapGet("/status/{status:int}", (int status) => Results.StatusCode(status));
        app.MapGet("/setting/{key}", (string key, IConfiguration configuration, IHostEnvironment environment) =>
            key == "environment" ? environment.EnvironmentName : configuration[key]);
        app.MapPost("/echo", async (HttpContext context) =>
        {
            context.Response.ContentType = context.Request.ContentType;
            await context.Request.Body.CopyToAsync(context.Response.Body);
        });
        app.MapGet("/throws", string () => throw new InvalidOperationException("The shelf is empty.", new TimeoutException("Nobody came.")));
        app.MapGet("/token", (HttpContext context) =>
            context.Request.Headers.Authorization == "Bearer secret" ? Results.Ok() : Results.Unauthorized());
        app.MapGet("/scheme", (HttpRequest request) => request.Scheme);
        app.MapGet("/protocol", (HttpRequest request) => request.Protocol);
        app.MapGet("/connections", () => EndpointDefaults.Connections);
        app.MapGet("/process", () => Environment.ProcessId);
        app.MapGet("/variable/{name}", (string name) => Environment.GetEnvironmentVariable(name) ?? "none");
        app.MapGet("/gc", () =>
            $"server {GCSettings.IsServerGC}, concurrent {GC.GetConfigurationVariables()["ConcurrentGC"]}, "
            + $"tiered {Environment.GetEnvironmentVariable("DOTNET_TieredCompilation")}, profile {Environment.GetEnvironmentVariable("DOTNET_TieredPGO")}");
        app.MapGet("/child-is-hooked", async () => await OutputOfChild("--Mode=tells whether it is hooked"));
        app.MapGet("/leave-a-child", () => LeaveChild("--Mode=never builds a host"));
        app.MapGet("/pipes", () => string.Join('\n', Enumerable.Range(0, 3).Select(d => new FileInfo($"/proc/self/fd/{d}").LinkTarget)));
        app.MapGet("/die", () => Environment.FailFast("The disk is full."));
        app.MapGet("/die-after-a-while", (Counter counter) =>
        {
            if (counter.Next() > 20)
            {
                Environment.FailFast("The disk is full.");
            }
        });
        app.MapGet("/die-at-connection/{number:int}", (int number, HttpContext context, Connections connections) =>
        {
            if (connections.Count(context.Connection.Id) >= number)
            {
                Environment.FailFast("The disk is full.");
            }
        });
        app.MapGet("/stop-at-connection/{number:int}", (int number, HttpContext context, Connections connections, IHostApplicationLifetime lifetime) =>
        {
            if (connections.Count(context.Connection.Id) >= number)
            {
                lifetime.StopApplication();
            }
        });
        app.MapGet("/crash", (IEnumerable<IHostedService> services) => services.OfType<CrashingService>().Single().Crash());
        app.MapGet("/stop", (IHostApplicationLifetime lifetime) => lifetime.StopApplication());
        app.MapGet("/block", () => Thread.Sleep(TimeSpan.FromSeconds(4)));
        app.MapGet("/exit-after-a-while", (Counter counter) =>
        {
            if (counter.Next() == 20)
            {
                Environment.Exit(0);
            }
        });
        app.MapGet("/moved", () => Results.Redirect("/text"));
        app.MapGet("/redirect", () => Results.Redirect("https://localhost/redirect", permanent: false, preserveMethod: true));
        return app;
    }

    private static async Task<string> OutputOfChild(string argument)
    {
        using var child = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, [typeof(App).Assembly.Location, argument]) { RedirectStandardOutput = true, UseShellExecute = false })!;
        return await child.StandardOutput.ReadToEndAsync();
    }

    // It has the app's output, and outlives it.
    private static int LeaveChild(string argument)
    {
        using var child = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, [typeof(App).Assembly.Location, argument]) { UseShellExecute = false })!;
        return child.Id;
    }

    private static string Answer(HttpContext context, byte[]? extra)
    {
        context.Items["extra"] = extra;
        return "hello";
    }

    private static string Spin(int microseconds)
    {
        var begun = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(begun).TotalMicroseconds < microseconds)
        {
        }

        return "hello";
    }

    private static string Wait20()
    {
        var begun = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(begun) < TimeSpan.FromMilliseconds(20))
        {
            Thread.Sleep(1);
        }

        return "waited";
    }

    // Each takes at least 5 ms, as timers are: at most 800 a second.
    private static async Task<string> FourAtATimeAsync()
    {
        await _four.WaitAsync();
        try
        {
            var begun = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(begun) < TimeSpan.FromMilliseconds(5))
            {
                await Task.Delay(1);
            }

            return "one of four";
        }
        finally
        {
            _four.Release();
        }
    }
}
