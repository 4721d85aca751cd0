using System.Collections.Concurrent;
using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Experiments;

/// <summary>Load tests that are measured in slices, with real load.</summary>
public class SlicedRunTests
{
    private static readonly string[] _paths = ["/5ms", "/text", "/twin-512"];

    [Fact]
    public async Task Load_tests_are_measured_in_slices_that_take_turns()
    {
        await using var host = new ThroughputHost<App>();
        var test = LoadTest.For(host).With(o => (o.WarmUp, o.MaxWarmUp, o.Connections) = (TimeSpan.Zero, TimeSpan.Zero, 8));
        await Task.WhenAll(_paths.Select(p => test.Get(p).Sending(400).RunAsync())); // slow responses lengthen slices
        var progress = new ReceivedProgress();

        // The intervals end it, or at last the time, which is enough for ratios in any case.
        var result = await LoadTest.Experiment()
            .Add("waits", test.Get(_paths[0])).Add("text", test.Get(_paths[1])).Add("twin", test.Get(_paths[2]))
            .Reference("text").UntilWithin(percent: 50).MeasureFor(TimeSpan.FromSeconds(60)).Seed(1).RunAsync(progress);

        Assert.Equal(
            [
                "Starting", "Warming up the variant 'text'", "Warming up the variant 'waits'", "Warming up the variant 'twin'", "Measuring slices in turn",
                "Measuring allocated bytes and counting the work of the variant 'text'", "Measuring allocated bytes and counting the work of the variant 'waits'", "Measuring allocated bytes and counting the work of the variant 'twin'",
                "Stopping",
            ],
            progress.Steps);
        Assert.All(progress.Reports, r => Assert.Equal(r.Step == "Measuring slices in turn", r.Left is not null));
        Assert.Equal(["waits", "text", "twin"], result.Variants.Select(v => v.Name));
        Assert.All(result.Variants, v => Assert.Equal((1, 0), (v.Samples.Count, v.Failed)));
        Assert.Equal(new RatioFigures(1, 1, 1), result["text"].Ratio);
        Assert.All(result.Variants, v => Assert.True(v.Ratio!.IsWithin(50)));
        Assert.True(result["waits"].Ratio!.High < result["twin"].Ratio!.Low);
        Assert.Equal(ComparisonFindings.DistantReference(result["waits"].Ratio!.Value) is not null, result["waits"].Findings.Any(f => f.Name == "DistantReference"));
        Assert.InRange(result["waits"].Rps, 1, 2_000); // 8 connections, each about once in 5 ms
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Findings_on_allocated_bytes_are_reported_and_uncertain_bytes_are_not()
    {
        var test = LoadTest.For<App>(app => app.Configuration["Mode"] = "allocates in the background").Get("/20ms")
            .With(o => (o.WarmUp, o.MaxWarmUp, o.Connections) = (TimeSpan.FromMilliseconds(200), TimeSpan.FromMilliseconds(200), 1));

        var result = await LoadTest.Experiment().Add("a", test).Add("b", test).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.All(result.Variants, v =>
        {
            Assert.Contains(v.Findings, f => f.Name is "Background" or "Miscount"); // the background is far more than the requests allocate
            Assert.Equal(v.Findings.Any(f => f.Name == "Miscount"), v.AllocatedBytesPerRequest is null);
        });
    }

    [Fact]
    public async Task Ends_when_every_variant_but_the_reference_fails()
    {
        var requests = new ConcurrentQueue<string>();
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                var path = request.Split(' ')[1];
                requests.Enqueue(path);
                var isLast = path == "/b" && requests.Count > 5_000; // in a later round than the first
                await connection.SendAsync($"HTTP/1.1 {(isLast ? "500 Broken" : "200 OK")}\r\nContent-Length: 0\r\n\r\n");
            }
        });
        var test = LoadTest.Against(server.Address).With(o => (o.Connections, o.WarmUp) = (1, TimeSpan.Zero));

        var result = await LoadTest.Experiment().Add("a", test.Get("/a")).Add("b", test.Get("/b")).MeasureFor(TimeSpan.FromHours(1)).RunAsync();

        var turns = requests.Zip(requests.Skip(1)).Count(two => two.First != two.Second);
        Assert.InRange(turns, 3, requests.Count / 2);
        Assert.Equal((0, true), (result["a"].Failed, result["b"].Failed > 0));
        Assert.Null(result["b"].Ratio);
        Assert.Contains($"{Environment.NewLine}No ratio for b: requests failed, or too little was measured", result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_variant_that_hangs_costs_the_others_only_its_first_slices()
    {
        var hung = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                switch (request.Split(' ')[1])
                {
                    case "/hangs":
                        Interlocked.Increment(ref hung);
                        break;
                    case "/nowhere":
                        await connection.SendAsync("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
                        break;
                    default:
                        await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                        break;
                }
            }
        });
        var test = LoadTest.Against(server.Address).With(o => (o.Connections, o.WarmUp) = (1, TimeSpan.Zero));
        var hangs = test.Get("/hangs").With(o => o.RequestTimeout = TimeSpan.FromSeconds(0.2));

        // The intervals end it, or at last the time, which is enough for ratios in any case.
        var result = await LoadTest.Experiment()
            .Add("a", test.Get("/a")).Add("hangs", hangs).Add("nowhere", test.Get("/nowhere")).Add("b", test.Get("/b"))
            .UntilWithin(percent: 50).MeasureFor(TimeSpan.FromSeconds(15)).RunAsync();

        Assert.Equal(2, hung); // once while the connections settle, and once measured
        Assert.Equal((1, true), (result["hangs"].Failed, result["nowhere"].Failed > 0));
        Assert.Equal([false, true, true, false], result.Variants.Select(v => v.Ratio is null));
    }

    [Fact]
    public async Task A_variant_whose_app_is_gone_leaves_the_others()
    {
        ScriptedServer? server = null;
        await using var gone = server = new ScriptedServer(async connection =>
        {
            if (await connection.ReadRequestAsync() is not null)
            {
                server!.StopListening();
            }
        });
        await using var stays = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        // The intervals end it, or at last the time, which is enough for ratios in any case.
        var result = await LoadTest.Experiment().Add("a", Cold(stays)).Add("gone", Cold(gone)).Add("b", Cold(stays))
            .UntilWithin(percent: 50).MeasureFor(TimeSpan.FromSeconds(15)).RunAsync();

        Assert.True(result["gone"].Failed > 0);
        Assert.Equal([false, true, false], result.Variants.Select(v => v.Ratio is null));
    }

    [Theory]
    [InlineData(0, "/die-at-connection/2")]
    [InlineData(0.1, "/die")] // in the warm-up
    public async Task A_variant_that_ends_the_app_of_another_takes_it_along_and_leaves_the_others(double warmUp, string path)
    {
        await using var stays = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        var (shared, other) = (Warmed(LoadTest.ForPublished(Built.TestApp)).Prepare(AskAsync), Warmed(LoadTest.Against(stays.Address)).Get("/"));

        // The intervals end it, or at last the time, which is enough for ratios in any case.
        var result = await LoadTest.Experiment()
            .Add("a", other).Add("shares", shared.Get("/text")).Add("ends", shared.Get(path)).Add("b", other)
            .UntilWithin(percent: 50).MeasureFor(TimeSpan.FromSeconds(15)).RunAsync();

        Assert.Equal([false, true, true, false], result.Variants.Select(v => v.Failed > 0));
        Assert.Equal([false, true, true, false], result.Variants.Select(v => v.Ratio is null));
        Assert.Equal(
            [null, "The app exited with code 134 before the run ended.", "The app exited with code 134 before the run ended.", null],
            result.Variants.Select(v => v.Findings.FirstOrDefault(f => f.Name == "AppStopped")?.Message));

        LoadTest Warmed(LoadTest test) =>
            test.With(o => (o.Connections, o.WarmUp, o.MaxWarmUp) = (1, TimeSpan.FromSeconds(warmUp), TimeSpan.FromSeconds(warmUp)));

        // The first response of an app takes long. As the latency by which slices are chosen, it would make them as long as they may be.
        static async Task AskAsync(HttpClient client, CancellationToken cancellationToken)
        {
            for (var i = 0; i < 10; i++)
            {
                await client.GetStringAsync(new Uri("/text", UriKind.Relative), cancellationToken);
            }
        }
    }

    [Fact]
    public async Task Ends_when_it_is_cancelled()
    {
        using var cancellation = new CancellationTokenSource();
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await cancellation.CancelAsync();
                await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            }
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => LoadTest.Experiment()
            .Add("a", Cold(server)).Add("b", Cold(server)).MeasureFor(TimeSpan.FromHours(1)).RunAsync(cancellation.Token));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Apps_in_processes_of_their_own_are_measured_with_their_memory()
    {
        var shared = LoadTest.ForPublished(Built.TestApp).With(BeBrief);

        var result = await LoadTest.Experiment()
            .Add("text", shared.Get("/text")).Add("twin", shared.Get("/twin-512")).Add("other", LoadTest.ForPublished(Built.TestApp).Get("/text").With(BeBrief))
            .UntilWithin(percent: 50).MeasureFor(TimeSpan.FromHours(1)).RunAsync();

        Assert.All(result.Variants, v => Assert.Null(v.FirstResponse)); // an app that several variants share has only one
        Assert.All(result.Variants, v => Assert.InRange(v.WorkingSetPeak!.Value, 20e6, 1e9)); // any .NET process
        Assert.All(result.Variants, v => Assert.True(v.Ratio!.IsWithin(50)));

        static void BeBrief(LoadOptions options) =>
            (options.Connections, options.WarmUp, options.MaxWarmUp) = (1, TimeSpan.FromSeconds(0.1), TimeSpan.FromSeconds(0.5));
    }

    [Fact]
    public async Task Ends_when_the_reference_fails()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 500 Broken|Content-Length: 0||");
        await using var other = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var result = await LoadTest.Experiment().Add("fails", Cold(server)).Add("works", Cold(other)).MeasureFor(TimeSpan.FromHours(1)).RunAsync();

        Assert.All(result.Variants, v => Assert.Null(v.Ratio));
        Assert.Contains("Ratios are not available because requests of the reference 'fails' failed, or it had 0 RPS.", result.ToString(), StringComparison.Ordinal);
        Assert.Contains("The first failure of fails: UnexpectedStatus, GET /: status 500", result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_variant_whose_requests_fail_has_no_ratio()
    {
        await using var host = new ThroughputHost<App>();
        var test = LoadTest.For(host).With(o => (o.WarmUp, o.MaxWarmUp, o.Connections) = (TimeSpan.FromMilliseconds(100), TimeSpan.FromSeconds(2), 8));

        var result = await LoadTest.Experiment().Add("text", test.Get("/text")).Add("nowhere", test.Get("/nowhere")).Add("twin", test.Get("/twin-512"))
            .MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Null(result["nowhere"].Ratio);
        Assert.True(result["nowhere"].Failed > 0);
        Assert.NotNull(result["twin"].Ratio);
        Assert.Contains($"{Environment.NewLine}No ratio for nowhere: requests failed, or too little was measured (then set a longer MeasureFor).", result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Earlier_measurements_are_reported_when_the_next_placement_fails()
    {
        await using var server = ScriptedServer.AcceptingNoMoreOnceAsked();
        await using var other = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Experiment()
            .Add("stays", Cold(other)).Add("goes", Cold(server)).RunAsync());

        Assert.Equal(2, exception.Problems.Count);
        Assert.StartsWith("The variant 'goes': Nothing listens at ", exception.Problems[0], StringComparison.Ordinal);
        Assert.Matches(
            @"^The experiment could not continue after [1-9]\d* placements?: connections to all apps are opened anew for each\. .*Results so far:\r?\nVariant +RPS",
            exception.Problems[1]);
    }

    private static LoadTest Cold(ScriptedServer server) =>
        LoadTest.Against(server.Address).Get("/").With(o => (o.Connections, o.WarmUp) = (1, TimeSpan.Zero));
}
