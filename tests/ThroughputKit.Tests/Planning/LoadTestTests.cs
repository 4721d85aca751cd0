using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Planning;

public class LoadTestTests
{
    [Fact]
    public async Task A_test_is_unchanged_when_another_is_derived_from_it()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        var test = LoadTest.Against(server.Address).Get("/").Sending(10);

        _ = test.Get("/other").WithHeader("X-Test", "1").With(o => o.Requests = 99);
        var result = await test.RunAsync();

        Assert.Equal((10, 1), (result.Sent, result.Endpoints.Count));
    }

    [Fact]
    public async Task Options_kept_by_the_caller_change_nothing_later()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        LoadOptions? kept = null;
        var test = LoadTest.Against(server.Address).Get("/").Sending(10);
        var changed = test.With(o => kept = o);

        kept!.Requests = 99;

        Assert.Equal(10, (await changed.RunAsync()).Sent);
    }

    [Fact]
    public async Task A_duration_of_a_shared_test_can_be_unset_to_send_a_number_of_requests()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        var shared = LoadTest.Against(server.Address).Get("/").Lasting(60_000);

        var result = await shared.With(o => (o.Requests, o.Duration) = (20, null)).RunAsync();

        Assert.Equal(20, result.Sent);
    }

    [Fact]
    public async Task Headers_and_prepared_headers_are_sent()
    {
        var heads = new System.Collections.Concurrent.ConcurrentBag<string>();
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                heads.Add(request);
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 5||token");
            }
        });

        await LoadTest.Against(server.Address).Get("/").WithHeader("X-Test", "1")
            .Prepare(async (client, token) =>
            {
                var secret = await client.GetStringAsync(new Uri("/sign-in", UriKind.Relative), token);
                return new Dictionary<string, string>(StringComparer.Ordinal) { ["Authorization"] = $"Bearer {secret}" };
            })
            .Sending(5).RunAsync();

        Assert.Equal(1, heads.Count(h => h.StartsWith("GET /sign-in", StringComparison.Ordinal)));
        Assert.Equal(5, heads.Count(h => h.Contains("X-Test: 1\r\nAuthorization: Bearer token\r\n", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Every_method_is_sent_as_it_is_named()
    {
        var lines = new System.Collections.Concurrent.ConcurrentBag<string>();
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                lines.Add(request[..request.IndexOf(' ', StringComparison.Ordinal)]);
                await connection.SendAsync("HTTP/1.1 204 No Content||");
            }
        });

        var result = await LoadTest.Against(server.Address)
            .Get("/").Head("/").Delete("/").PostJson("/", 1).PostJsonText("/", "1")
            .Put("/").PutJson("/", 1).PutJsonText("/", "1").Patch("/").PatchJson("/", 1).PatchJsonText("/", "1")
            .Send(LoadRequest.Create("OPTIONS", "/")).Sending(12).RunAsync();

        Assert.Equal(12, Identity.Check(result).Succeeded);
        Assert.Equal(
            ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "PATCH", "PATCH", "POST", "POST", "PUT", "PUT", "PUT"], lines.Order(StringComparer.Ordinal));
    }
}
