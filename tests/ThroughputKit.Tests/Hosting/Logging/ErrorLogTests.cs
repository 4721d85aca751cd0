using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Logging;

/// <summary>What the kit adds to the log of an app: it finds errors, and costs requests nothing.</summary>
public class ErrorLogTests
{
    [Fact]
    public async Task Requests_of_an_app_without_log_providers_have_neither_activity_nor_scope()
    {
        await using var app = Build();
        var (scope, activities, allocated) = (new object(), 0, long.MaxValue);
        app.MapGet("/", (ILogger<ErrorLogTests> logger) =>
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            logger.BeginScope(scope)?.Dispose();
            allocated = Math.Min(allocated, GC.GetAllocatedBytesForCurrentThread() - before);
            activities += Activity.Current is null ? 0 : 1;
        });

        var result = await LoadTest.For(app).Get("/").Sending(20, connections: 1).RunAsync();

        Assert.Equal((20L, 0, 0L), (result.Succeeded, activities, allocated));
    }

    [Fact]
    public void Scopes_that_other_providers_keep_cost_no_more()
    {
        var scope = new object();

        Assert.Equal(ScopeBytes(log: false), ScopeBytes(log: true));

        long ScopeBytes(bool log)
        {
            using var services = new ServiceCollection().AddLogging(l => l.AddProvider(new WithScopes())).BuildServiceProvider();
            _ = log ? ErrorLog.Of(services) : null;
            var logger = services.GetRequiredService<ILoggerFactory>().CreateLogger("Shop");
            logger.BeginScope(scope)?.Dispose();
            var before = GC.GetAllocatedBytesForCurrentThread();
            logger.BeginScope(scope)?.Dispose();
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("page")]
    [InlineData("handler")]
    public async Task The_exception_of_a_request_is_found(string middleware)
    {
        await using var app = Build();
        _ = middleware switch
        {
            "page" => app.UseDeveloperExceptionPage(),
            "handler" => app.UseExceptionHandler(handler => handler.Run(_ => Task.CompletedTask)),
            _ => app,
        };
        app.MapGet("/", string () => throw new InvalidOperationException("The shelf is empty."));

        Assert.Contains("System.InvalidOperationException: The shelf is empty.", await ErrorAsync(app), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(LogLevel.Error)]
    [InlineData(LogLevel.Critical)]
    public async Task So_is_what_the_app_logs_itself(LogLevel level)
    {
        await using var app = Build();
        app.MapGet("/", (ILogger<ErrorLogTests> logger) =>
        {
            logger.Log(level, default, "The shelf is empty.", null, (text, _) => text);
            return TypedResults.StatusCode(500);
        });

        Assert.Contains("The shelf is empty.", await ErrorAsync(app), StringComparison.Ordinal);
    }

    [Fact]
    public void So_is_what_the_framework_logs_of_its_host()
    {
        using var services = new ServiceCollection().AddLogging().BuildServiceProvider();
        var (log, error) = (ErrorLog.Of(services)!, new InvalidOperationException("No start."));

        services.GetRequiredService<ILoggerFactory>().CreateLogger("Microsoft.AspNetCore.Hosting.Diagnostics")
            .Log(LogLevel.Critical, default, "Application startup exception", error, (text, _) => text);

        Assert.Equal("System.InvalidOperationException: No start.", log.FirstException);
    }

    private static WebApplication Build()
    {
        var builder = WebApplication.CreateSlimBuilder(["--urls=http://127.0.0.1:0", "--environment=Production"]);
        builder.Logging.ClearProviders();
        return builder.Build();
    }

    private static async Task<string> ErrorAsync(WebApplication app) =>
        Assert.Single((await LoadTest.For(app).Get("/").Sending(10).RunAsync()).Findings, f => f.Name == "ServerError").Message;

    private sealed class WithScopes : ILoggerProvider, ISupportExternalScope
    {
        public ILogger CreateLogger(string categoryName) => NullLogger.Instance;

        public void SetScopeProvider(IExternalScopeProvider scopeProvider)
        {
            // not needed
        }

        public void Dispose()
        {
            // nothing to end
        }
    }
}
