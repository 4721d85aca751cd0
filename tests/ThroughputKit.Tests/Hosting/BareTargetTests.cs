using System.Diagnostics;
using System.Diagnostics.Metrics;
using Microsoft.Extensions.DependencyInjection;
using ThroughputKit.Hosting;

namespace ThroughputKit.Tests.Hosting;

/// <summary>The built-in endpoint stays bare beside an app that has traces and metrics.</summary>
public class BareTargetTests
{
    [Fact]
    public async Task No_listener_for_the_framework_hears_of_its_requests()
    {
        var app = await new BareTarget().StartAsync(TimeSpan.FromMinutes(1), CancellationToken.None);
        try
        {
            var services = app.Services!;
            using var listener = new ActivityListener
            {
                ShouldListenTo = source => source.Name == "Microsoft.AspNetCore",
                Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            };
            ActivitySource.AddActivityListener(listener);

            Assert.False(services.GetRequiredService<ActivitySource>().HasListeners());
            Assert.DoesNotContain("AspNetCore", services.GetRequiredService<DiagnosticListener>().Name, StringComparison.Ordinal);
            var meter = services.GetRequiredService<IMeterFactory>().Create("Microsoft.AspNetCore.Hosting");
            Assert.DoesNotContain("AspNetCore", meter.Name, StringComparison.Ordinal);
        }
        finally
        {
            await app.StopAsync(TimeSpan.FromSeconds(10));
        }
    }

    [Fact]
    public async Task It_answers() => Assert.Equal(20, (await LoadTest.BuiltIn.With(o => (o.Requests, o.WarmUp) = (20, TimeSpan.Zero)).RunAsync()).Succeeded);
}
