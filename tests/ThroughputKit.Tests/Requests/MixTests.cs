using ThroughputKit.Requests;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests;

/// <summary>Mixes, as the app receives them.</summary>
public class MixTests
{
    private static readonly string[] _targets = ["/products", "/orders"];

    [Theory]
    [InlineData(LoadEngine.Automatic, null)]
    [InlineData(LoadEngine.Socket, null)]
    [InlineData(LoadEngine.Automatic, 1)]
    [InlineData(LoadEngine.Socket, 1)]
    public async Task Requests_are_sent_as_often_as_their_weights_say(LoadEngine engine, int? seed)
    {
        await using var app = await RecordingApp.StartAsync();
        var test = Mix(app).With(o => o.Engine = engine).Sending(400);

        var result = await (seed is { } known ? test.InRandomOrder(known) : test).RunAsync();

        Assert.Equal([350L, 50L], result.Endpoints.Select(e => e.Succeeded));
        Assert.Equal((350, 50), (app.Targets.Count(t => t == "/products"), app.Targets.Count(t => t == "/orders")));
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task At_a_set_rate_the_requests_are_due_in_the_same_order(LoadEngine engine)
    {
        await using var app = await RecordingApp.StartAsync();

        await Mix(app).InRandomOrder(1).AtRate(1_000).Lasting(200, connections: 1).With(o => o.Engine = engine).RunAsync();

        Assert.NotEmpty(app.Targets);
        Assert.Equal(Order(seed: 1).Take(app.Received.Count), app.Targets);
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task Each_connection_begins_at_a_place_of_its_own_and_sends_the_same_in_each_run(LoadEngine engine)
    {
        await using var app = await RecordingApp.StartAsync();
        var test = Mix(app).InRandomOrder(3).With(o => o.Engine = engine);

        await app.ReceiveAsync(test, 5_000); // 20 on each connection, even if one of them has to wait for a while
        await app.ReceiveAsync(test, 5_000);

        var expected = Enumerable.Range(0, 3).Select(c => string.Join(' ', Order(seed: 3).Skip((c * 16_384 / 3) + c).Take(20))); // that long is the order
        Assert.Equal(
            expected.Concat(expected).Order(StringComparer.Ordinal),
            app.Received.GroupBy(r => r.Connection).Select(c => string.Join(' ', c.Take(20).Select(r => r.Target))).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_request_with_weight_zero_is_not_sent()
    {
        await using var app = await RecordingApp.StartAsync();

        var result = await Mix(app).Send(LoadRequest.Get("/off").WithWeight(0)).Sending(16).RunAsync();

        Assert.DoesNotContain("/off", app.Targets);
        Assert.Equal([14L, 2L, 0L], result.Endpoints.Select(e => e.Sent));
    }

    [Fact]
    public void A_weight_stays_with_its_request() =>
        Assert.Equal(7, LoadRequest.Post("/").WithWeight(7).Named("a").WithHeader("b", "c").WithJsonText("{}").Weight);

    private static IEnumerable<string> Order(int seed)
    {
        var order = new RequestOrder([7, 1], seed);
        return Enumerable.Range(0, 16_384).Select(n => _targets[order.IndexOf(n)]);
    }

    private static LoadTest Mix(RecordingApp app) => app.Test
        .Send(LoadRequest.Get("/products").Named("catalogue").WithWeight(7))
        .Send(LoadRequest.Post("/orders").WithJsonText("{}").Named("orders").WithWeight(1));
}
