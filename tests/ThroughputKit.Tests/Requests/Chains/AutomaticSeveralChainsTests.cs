using Microsoft.AspNetCore.Http;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests.Chains;

public sealed class AutomaticSeveralChainsTests() : SeveralChainsTests(LoadEngine.Automatic)
{
    [ReleaseFact]
    [Trait("Category", "Slow")]
    public Task The_windows_for_bytes_have_the_shares_of_all_chains() => CheckBytesAsync(t => t);

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public Task The_windows_for_bytes_have_the_shares_of_all_chains_at_a_rate() => CheckBytesAsync(t => t.AtRate(2_000));

    private static async Task CheckBytesAsync(Func<LoadTest, LoadTest> pace)
    {
        await using var app = await RecordingApp.StartAsync(AnswerAsync, maxKept: 0);
        var test = LoadTest.For(app.Host).Chain("a", [LoadRequest.Get("/1"), LoadRequest.Get("/2")], weight: 3).Chain("b", [LoadRequest.Get("/3")])
            .With(o => (o.Connections, o.Duration) = (4, TimeSpan.FromMilliseconds(500)));

        var result = await pace(test).Within(new LoadGates { MaxAllocatedBytesPerRequest = 1e9, MaxExceptionsPerRequest = 1 }).RunAsync();

        Assert.NotNull(result.Memory.Allocation?.BytesPerRequest);
        Assert.Equal(1.0 / 7, result.Counts!.ExceptionsPerRequest!.Value, tolerance: 1e-6); // six requests of a for one of b
        result.Verify();
    }

    private static async Task AnswerAsync(HttpContext context, RecordingApp.Request request)
    {
        try
        {
            _ = request.Target == "/3" ? throw new InvalidOperationException("The app catches it.") : 0;
        }
        catch (InvalidOperationException)
        {
            // Counted all the same.
        }

        await context.Response.WriteAsync("ok");
    }
}
