using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using TestApp;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Logging;

/// <summary>The exception of a failed request is found whatever logging library the app has, and at no cost while nothing fails.</summary>
public class AppErrorsTests
{
    // Enough that one of the connections sends several requests after the first failure.
    private const int Requests = 100;

    private const string Found =
        "Every response is 500: the app fails with System.InvalidOperationException: The shelf is empty. ---> System.TimeoutException: Nobody came. at TestApp.App.";

    [Fact]
    public async Task It_is_found_though_the_apps_log_drops_everything()
    {
        await using var app = Build();

        Assert.StartsWith(Found, await ErrorAsync(app), StringComparison.Ordinal);
    }

    [Fact]
    public async Task So_is_one_that_an_exception_handler_has_turned_into_a_response()
    {
        await using var app = Build();
        app.UseExceptionHandler(handler => handler.Run(_ => Task.CompletedTask));

        Assert.StartsWith(Found, await ErrorAsync(app), StringComparison.Ordinal);
    }

    [Fact]
    public async Task So_is_one_that_the_app_itself_has_handled()
    {
        await using var app = Build(s => s.AddExceptionHandler<Handler>());
        app.UseExceptionHandler(_ => { });

        Assert.StartsWith(Found, await ErrorAsync(app), StringComparison.Ordinal);
    }

    [Fact]
    public async Task So_is_one_that_the_developers_page_shows()
    {
        await using var app = Build();
        app.UseDeveloperExceptionPage();

        Assert.StartsWith(Found, await ErrorAsync(app), StringComparison.Ordinal);
    }

    [Fact]
    public async Task That_of_an_earlier_run_is_not_reported_again()
    {
        await using var app = Build();

        await ErrorAsync(app);

        Assert.Equal("Every response is 503: the app fails.", await ErrorAsync(app, "/status/503"));
    }

    [Fact]
    public async Task Nothing_is_observed_while_nothing_fails()
    {
        await using var app = Build();
        var diagnostics = app.Services.GetRequiredService<DiagnosticListener>();
        var isObserved = false;
        app.Use((context, next) =>
        {
            isObserved |= diagnostics.IsEnabled();
            return next(context);
        });

        await LoadTest.For(app).Get("/text").Sending(Requests).RunAsync();

        Assert.False(isObserved);
    }

    [Fact]
    public async Task Failures_without_an_exception_are_observed_only_for_a_while()
    {
        await using var app = Build();
        var diagnostics = app.Services.GetRequiredService<DiagnosticListener>();
        var observed = 0;
        app.Use((context, next) =>
        {
            Interlocked.Add(ref observed, diagnostics.IsEnabled("Microsoft.AspNetCore.Hosting.EndRequest") ? 1 : 0);
            return next(context);
        });

        await LoadTest.For(app).Get("/every-third").Sending(6_000).RunAsync();

        Assert.InRange(observed, 1, 2_000);
    }

    [Fact]
    public async Task Only_exceptions_are_observed_and_only_until_the_run_ends()
    {
        await using var app = Build();
        var diagnostics = app.Services.GetRequiredService<DiagnosticListener>();
        var (exceptions, others) = (false, false);
        app.Use((context, next) =>
        {
            exceptions |= diagnostics.IsEnabled("Microsoft.AspNetCore.Hosting.UnhandledException");
            others |= diagnostics.IsEnabled("Microsoft.AspNetCore.Hosting.HttpRequestIn") || diagnostics.IsEnabled("Microsoft.AspNetCore.Hosting.BeginRequest");
            return next(context);
        });

        await LoadTest.For(app).Get("/status/503").Sending(Requests).RunAsync();

        Assert.Equal((true, false, false), (exceptions, others, diagnostics.IsEnabled()));
    }

    [Fact]
    public void A_handler_that_ends_with_its_connection_is_no_cause()
    {
        using var diagnostics = new DiagnosticListener("Microsoft.AspNetCore");
        using var services = new ServiceCollection().AddSingleton(diagnostics).BuildServiceProvider();
        var errors = new AppErrors(services);
        errors.Observe();

        Write(new DefaultHttpContext { RequestAborted = new CancellationToken(canceled: true) }, new TaskCanceledException("The client has gone."));
        Assert.Null(errors.First);

        Write(new DefaultHttpContext(), new TaskCanceledException("The backend is slow."));
        Assert.Equal("System.Threading.Tasks.TaskCanceledException: The backend is slow.", errors.First);

        void Write(HttpContext httpContext, Exception exception) => diagnostics.Write("Microsoft.AspNetCore.Hosting.UnhandledException", new { httpContext, exception });
    }

    [Fact]
    public async Task An_exception_of_a_request_that_the_client_got_wrong_is_no_cause()
    {
        await using var app = Build();
        app.UseExceptionHandler(handler => handler.Run(context =>
        {
            context.Response.StatusCode = 400;
            return Task.CompletedTask;
        }));

        var result = await LoadTest.For(app).Get("/status/503").Get("/throws").Sending(Requests).RunAsync();

        Assert.Contains("the app fails.", Assert.Single(result.Findings, f => f.Name == "ServerError").Message, StringComparison.Ordinal);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Nothing_is_observed_while_allocated_bytes_are_measured()
    {
        await using var app = Build();
        var diagnostics = app.Services.GetRequiredService<DiagnosticListener>();
        var (atAnyTime, atLast) = (false, false);
        app.Use((context, next) =>
        {
            atLast = diagnostics.IsEnabled();
            atAnyTime |= atLast;
            return next(context);
        });
        var test = LoadTest.For(app).Get("/text").Get("/status/503").With(o => o.Requests = Requests);

        var result = await test.Within(new LoadGates { MaxAllocatedBytesPerRequest = 1, MaxFailurePercent = 60 }).RunAsync();

        Assert.NotNull(result.Memory.Allocation);
        Assert.Equal((true, false), (atAnyTime, atLast));
    }

    private static WebApplication Build(Action<IServiceCollection>? configure = null)
    {
        var builder = WebApplication.CreateBuilder(["--urls=http://127.0.0.1:0", "--environment=Production"]);
        builder.Services.AddSingleton<ILoggerFactory, Dropping>();
        configure?.Invoke(builder.Services);
        return App.Build(builder);
    }

    private static async Task<string> ErrorAsync(WebApplication app, string path = "/throws") =>
        Assert.Single((await LoadTest.For(app).Get(path).Sending(Requests).RunAsync()).Findings, f => f.Name == "ServerError").Message;

    private sealed class Handler : IExceptionHandler
    {
        public ValueTask<bool> TryHandleAsync(HttpContext httpContext, Exception exception, CancellationToken cancellationToken) => new(true);
    }

    private sealed class Dropping : ILoggerFactory
    {
        public void AddProvider(ILoggerProvider provider)
        {
            // it takes no others, like Serilog's
        }

        public ILogger CreateLogger(string categoryName) => NullLogger.Instance;

        public void Dispose()
        {
            // nothing to end
        }
    }
}
