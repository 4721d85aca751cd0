using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Logging;

/// <summary>The remedy against a log is one that works with the app's logger factory.</summary>
public class LevelSettingTests
{
    [Theory]
    [InlineData(null, "Set Logging:LogLevel:Microsoft.AspNetCore to Warning, as new projects do,")]
    [InlineData(
        "Serilog.Extensions.Logging.SerilogLoggerFactory",
        "For the test, set Serilog's own level, because Serilog ignores Logging:LogLevel: "
        + ".MinimumLevel.Information().MinimumLevel.Override(\"Microsoft.AspNetCore\", LogEventLevel.Warning), or Serilog:MinimumLevel:Default and ")]
    [InlineData("Acme.Loggers", "For the test, set the level of Microsoft.AspNetCore to Warning in the settings of Acme.Loggers, which replaces")]
    public void Remedy_for_the_log_of_requests(string? factory, string remedy) => Assert.StartsWith(
        remedy, AppSettingFindings.RequestLogging(Facts(factory, new LoggingFigures(1, [])))!.Remedy, StringComparison.Ordinal);

    [Theory]
    [InlineData(null, "If production logs less, set Logging:LogLevel:Shop.Orders to Warning.")]
    [InlineData("Serilog.Extensions.Logging.SerilogLoggerFactory", "Serilog:MinimumLevel:Override:Shop.Orders where its settings are read from the configuration.")]
    public void Remedy_for_the_apps_own_log(string? factory, string remedy) => Assert.EndsWith(
        remedy, AppSettingFindings.AppLogging(Facts(factory, new LoggingFigures(1, [("Shop.Orders", 1)])))!.Remedy, StringComparison.Ordinal);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_replaced_factory_is_told_from_the_frameworks_own(bool isReplaced)
    {
        var builder = WebApplication.CreateBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        if (isReplaced)
        {
            builder.Services.AddSingleton<ILoggerFactory, Loggers>();
        }

        await using var app = builder.Build();

        var running = await new HostTarget(app).StartAsync(TimeSpan.FromMinutes(1), CancellationToken.None);

        Assert.Equal(isReplaced ? typeof(Loggers).FullName : null, running.LoggerFactory);
    }

    private static RunFacts Facts(string? factory, LoggingFigures logging)
    {
        var app = new RunningApp { Address = new Uri("http://localhost:5000"), LogsRequests = true, LoggerFactory = factory };
        return new RunFacts(app, MadeUp.Result(new LatencyHistogram()), StoppedByItself: false, StopProblem: null) { Observed = new Observations { Logging = logging } };
    }

    private sealed class Loggers : ILoggerFactory
    {
        private readonly LoggerFactory _factory = new();

        public void AddProvider(ILoggerProvider provider) => _factory.AddProvider(provider);

        public ILogger CreateLogger(string categoryName) => _factory.CreateLogger(categoryName);

        public void Dispose() => _factory.Dispose();
    }
}
