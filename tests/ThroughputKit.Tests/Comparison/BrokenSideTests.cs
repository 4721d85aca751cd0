using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Comparisons in which one side can't be loaded, or not to the end: the message says which.</summary>
public class BrokenSideTests
{
    // For comparisons that the broken side ends.
    private static readonly TimeSpan _neverOver = TimeSpan.FromMinutes(10);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_side_that_does_not_start(bool isReference)
    {
        var broken = LoadTest.For<App>(app => app.Configuration["Mode"] = "throws").Get("/text").With(BeCold);

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => Compare(broken, isReference).RunAsync());

        Assert.StartsWith($"The {Side(isReference)}: TestApp threw at start: InvalidOperationException: ", Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_side_at_whose_address_nothing_listens(bool isReference)
    {
        var server = ScriptedServer.Answering("");
        var address = server.Address;
        await server.DisposeAsync();

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => Compare(LoadTest.Against(address).Get("/").With(BeCold), isReference).RunAsync());

        Assert.StartsWith($"The {Side(isReference)}: Nothing listens at {address.GetLeftPart(UriPartial.Authority)}", Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_side_whose_process_ends_while_it_is_prepared()
    {
        var dying = LoadTest.ForPublished(Built.TestApp).Get("/text").With(BeCold)
            .Prepare(async (client, cancellationToken) => await client.GetAsync(new Uri("/die", UriKind.Relative), cancellationToken));

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => Compare(dying, isReference: false).RunAsync());

        Assert.Equal(2, exception.Problems.Count);
        Assert.StartsWith("The candidate: Prepare threw ", exception.Problems[0], StringComparison.Ordinal);
        Assert.StartsWith("The candidate: The app exited with code 134 before the load began. ", exception.Problems[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_reference_whose_process_ends_midway()
    {
        var result = await Compare(LoadTest.ForPublished(Built.TestApp).Get("/die-after-a-while").With(BeCold), isReference: true, _neverOver).RunAsync();

        Assert.Equal(GateVerdict.Inconclusive, result.Verdict);
        Assert.Contains("Reference: Error AppStopped: The app exited with code 134 before the run ended.", $"{result}", StringComparison.Ordinal);
        var problem = Assert.Single(Assert.Throws<LoadTestException>(() => result.Verify()).Problems, p => p.Contains(" of the reference failed", StringComparison.Ordinal));
        Assert.Contains("The app exited with code 134 before the run ended. ", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_candidate_whose_process_ends_midway()
    {
        var result = await Compare(LoadTest.ForPublished(Built.TestApp).Get("/die-after-a-while").With(BeCold), isReference: false, _neverOver).RunAsync();

        Assert.Equal(GateVerdict.Failed, result.Verdict);
        Assert.Contains("Candidate: Error AppStopped: The app exited with code 134 before the run ended.", Assert.Throws<LoadGateException>(() => result.Verify()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_candidate_whose_host_is_disposed_midway()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var app = builder.Build();
        var (requests, disposing) = (0, Task.CompletedTask);
        app.MapGet("/", () =>
        {
            if (Interlocked.Increment(ref requests) == 10)
            {
                disposing = Task.Run(() => app.DisposeAsync().AsTask());
            }
        });

        var result = await Compare(LoadTest.For(app).Get("/").With(BeCold), isReference: false, _neverOver).RunAsync();
        await disposing;

        Assert.Equal(GateVerdict.Failed, result.Verdict);
        Assert.Contains("Candidate: Error AppStopped: The app began to stop before the run ended.", $"{result}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task Earlier_measurements_are_reported_when_the_next_placement_fails()
    {
        await using var server = ScriptedServer.AcceptingNoMoreOnceAsked();

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => Compare(LoadTest.Against(server.Address).Get("/").With(BeCold), isReference: false, _neverOver)
            .Within(new ComparisonGates { MinRpsRatio = 1e6 }).RunAsync());

        Assert.Equal(2, exception.Problems.Count);
        Assert.StartsWith("The candidate: Nothing listens at ", exception.Problems[0], StringComparison.Ordinal);
        Assert.StartsWith(
            "The comparison could not continue after 1 placement: connections to all apps are opened anew for each. Expected: apps that accept new connections, and that can be restarted if the kit starts them. Results so far:",
            exception.Problems[1],
            StringComparison.Ordinal);
        Assert.Contains("Candidate: GET /", exception.Problems[1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Trait("Category", "Slow")]
    public async Task A_side_that_never_answers_takes_its_timeout_once(bool isReference)
    {
        var requests = 0;
        await using var silent = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                requests++;
            }
        });

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => Compare(LoadTest.Against(silent.Address).Get("/").With(BeWarm), isReference).RunAsync());

        Assert.Equal(
            $"The {Side(isReference)}: The first request had no complete response within 1 s. Expected: an app that answers within the time limit of one request (10 s by default). "
            + "Does it hang, or wait for a database or another server that isn't there? If its first response needs longer, raise that limit: .With(o => o.RequestTimeout = ...).",
            Assert.Single(exception.Problems));
        Assert.Equal(1, requests);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Sides_in_processes_of_different_kinds_are_reported()
    {
        var mixed = await Compare(LoadTest.ForPublished(Built.TestApp).Get("/20ms").With(BeCold), isReference: false).RunAsync();
        var same = await LoadTest.For<App>().Get("/20ms").With(BeCold).ComparedWith(LoadTest.BuiltIn.With(BeCold)).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        var finding = Assert.Single(mixed.Findings, f => f.Name == "SidesApart");
        Assert.StartsWith("While the reference runs in the test's process, the candidate runs in its own process: that difference is measured too.", finding.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(same.Findings, f => f.Name == "SidesApart");
    }

    private static LoadComparison Compare(LoadTest broken, bool isReference, TimeSpan? length = null)
    {
        var sound = LoadTest.BuiltIn.With(BeCold);
        return (isReference ? sound : broken).ComparedWith(isReference ? broken : sound).MeasureFor(length ?? TimeSpan.FromSeconds(1));
    }

    private static string Side(bool isReference) => isReference ? "reference" : "candidate";

    private static void BeCold(LoadOptions options) => (options.Connections, options.WarmUp, options.MaxWarmUp) = (1, TimeSpan.Zero, TimeSpan.Zero);

    private static void BeWarm(LoadOptions options) => (options.Connections, options.WarmUp, options.MaxWarmUp, options.RequestTimeout) =
        (1, TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50), TimeSpan.FromSeconds(1));
}
