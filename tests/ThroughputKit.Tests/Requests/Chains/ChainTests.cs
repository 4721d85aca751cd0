using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests.Chains;

/// <summary>Chains, as the app receives them.</summary>
public class ChainTests
{
    private static readonly string[] _signedIn = ["sid=old; Path=/", "tenant=7; Path=/"];

    public static TheoryData<LoadEngine, string> Ways
    {
        get
        {
            TheoryData<LoadEngine, string> all = [];
            foreach (var way in new[] { "JSON", "header", "cookie", "match" })
            {
                all.Add(LoadEngine.Automatic, way);
                all.Add(LoadEngine.Socket, way);
            }

            return all;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Each_user_carries_its_own_value_into_its_later_requests(LoadEngine engine, string way)
    {
        await using var app = await SignInApp.StartAsync();
        var test = app.Test.Send(SignInApp.SigningIn(way))
            .Send(LoadRequest.Get("/items/{token}?t={token}").WithHeader("X-Value", "Bearer {token}"))
            .Send(LoadRequest.Post("/orders").WithJsonText("""{"t": "{token}", "{{a": 1}"""));

        var result = await test.AsChain().With(o => o.Engine = engine).Sending(240, connections: 8).RunAsync();

        Assert.Equal([80L, 80L, 80L], result.Endpoints.Select(e => e.Succeeded));
        foreach (var connection in app.Received.GroupBy(r => r.Connection))
        {
            foreach (var pass in connection.Chunk(3))
            {
                var token = Uri.UnescapeDataString(pass[1].Target.Split("?t=")[1]);
                Assert.StartsWith($"{connection.Key}/", token, StringComparison.Ordinal);
                Assert.Equal(["/sign-in", $"/items/{Uri.EscapeDataString(token)}?t={Uri.EscapeDataString(token)}", "/orders"], pass.Select(r => r.Target));
                Assert.Equal($"Bearer {token}", pass[1].Header);
                Assert.Equal(token, JsonDocument.Parse(pass[2].Body).RootElement.GetProperty("t").GetString());
            }
        }

        Assert.Equal(80, app.Received.Where(r => r.Header.Length > 0).DistinctBy(r => r.Header).Count());
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task A_request_that_fails_ends_the_pass(LoadEngine engine)
    {
        await using var app = await SignInApp.StartAsync(r => r.Target == "/fails" && r.At % 2 == 0);
        var test = app.Test.Send(SignInApp.SigningIn("JSON")).Get("/fails").Send(LoadRequest.Get("/last").WithHeader("X-Value", "{token}"));

        var result = await test.AsChain().With(o => o.Engine = engine).Sending(300).RunAsync();

        Assert.Equal(result.Endpoints[1].Failed, result.Failed);
        foreach (var (one, next) in app.Received.GroupBy(r => r.Connection).SelectMany(c => c.Zip(c.Skip(1))))
        {
            var expected = one.Target switch
            {
                "/sign-in" => "/fails",
                "/fails" => one.At % 2 == 0 ? "/sign-in" : "/last",
                _ => "/sign-in",
            };
            Assert.Equal(expected, next.Target);
        }
    }

    [Fact]
    public async Task A_request_without_an_answer_ends_the_pass_too()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            await connection.ReadRequestAsync();
        });

        var result = await LoadTest.Against(server.Address).Get("/a").Get("/b").Get("/c").AsChain().Sending(4, connections: 1).RunAsync();

        Assert.Equal([2L, 2L, 0L], result.Endpoints.Select(e => e.Sent));
        Assert.Equal(2, result.Endpoints[1].Failed);
    }

    [Theory]
    [InlineData("""{"other": 1}""", "the JSON has nothing at '/token'")]
    [InlineData("""{"token": null}""", "the JSON value at '/token' is no text, number, true or false")]
    [InlineData("""{"token": {"a": 1}}""", "the JSON value at '/token' is no text, number, true or false")]
    [InlineData("""{"token" 1}""", "the body is not JSON")]
    [InlineData("gone", "the body is not JSON")]
    [InlineData("""{"token": "a\r\nAdmin: true"}""", @"it is 'a\r\nAdmin: true'. Allowed: in a header, printable ASCII without line breaks")]
    public async Task A_response_without_a_value_that_may_stand_there_fails_a_check(string body, string reason)
    {
        await using var app = await RecordingApp.StartAsync((context, _) => context.Response.WriteAsync(body));
        var test = app.Test.Send(LoadRequest.Post("/sign-in").TakeJson("token", "/token")).Send(LoadRequest.Get("/").WithHeader("X-Value", "{token}"));

        var result = await test.AsChain().Sending(6, connections: 1).RunAsync();

        Assert.Equal(6, result.Failures.FailedCheck);
        Assert.All(result.Failures.Examples, e =>
        {
            Assert.Equal((FailureKind.FailedCheck, $"no value for {{token}}: {reason}"), (e.Kind, e.Detail));
            Assert.Contains(body, e.Response, StringComparison.Ordinal);
        });
        Assert.All(app.Targets, t => Assert.Equal("/sign-in", t));
    }

    [Theory]
    [InlineData("header", "there is no header 'x-token'")]
    [InlineData("cookie", "the response sets no cookie 'sid'")]
    [InlineData("cookie", "the response removes the cookie 'sid'", "sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT")]
    [InlineData("match", "nothing in the body matches '(?<=<input value=')[^']+'")]
    [InlineData("empty", "the first match of '[0-9]*' in the body is empty")]
    public async Task So_does_one_without_it_elsewhere(string way, string reason, params string[] cookies)
    {
        await using var app = await RecordingApp.StartAsync((context, _) =>
        {
            context.Response.Headers.SetCookie = new(cookies);
            return context.Response.WriteAsync("ok");
        });

        var result = await app.Test.Send(SignInApp.SigningIn(way)).Get("/{token}").AsChain().Sending(2, connections: 1).RunAsync();

        Assert.Equal(2, result.Failures.FailedCheck);
        Assert.Equal($"no value for {{token}}: {reason}", result.Failures.Examples[0].Detail);
    }

    [Theory]
    [InlineData("/orders/7?view=full", "/orders/7?view=full")]
    [InlineData("http://HOST/orders/7#created", "/orders/7")]
    [InlineData("HTTPS://HOST/", "/")]
    [InlineData("//HOST/a", "/a")]
    public async Task A_chain_goes_where_the_app_says(string location, string expected)
    {
        await using var app = await RecordingApp.StartAsync(async (context, request) =>
        {
            context.Response.Headers.Location = location.Replace("HOST", $"{context.Request.Host}", StringComparison.Ordinal);
            context.Response.Headers.SetCookie = request.Method == "POST" ? "a=1; Path=/orders" : default;
            await context.Response.WriteAsync("ok");
        });
        var test = app.Test.Send(LoadRequest.Post("/new").TakeHeader("to", "Location")).Send(LoadRequest.Get("{to}").WithHeader("X-Value", "{to}"));

        var result = await test.AsChain(keepCookies: true).Sending(2, connections: 1).RunAsync();

        Assert.Equal(2, result.Succeeded);
        Assert.Equal(expected, app.Received[1].Target);
        Assert.Equal(location.Replace("HOST", new Uri(app.Address).Authority, StringComparison.Ordinal), app.Received[1].Header);
        Assert.Equal(expected.StartsWith("/orders", StringComparison.Ordinal) ? "a=1" : "", app.Received[1].Cookie);
    }

    [Theory]
    [InlineData("http://other.example/a")]
    [InlineData("//other.example/a")]
    [InlineData("http://HOST1/a")]
    [InlineData("7")]
    [InlineData("/a b")]
    public async Task But_to_no_other_app(string location)
    {
        await using var app = await RecordingApp.StartAsync((context, _) =>
        {
            context.Response.Headers.Location = location.Replace("HOST", $"{context.Request.Host}", StringComparison.Ordinal);
            return context.Response.WriteAsync("ok");
        });

        var result = await app.Test.Send(LoadRequest.Post("/new").TakeHeader("to", "Location")).Get("{to}").AsChain().Sending(2, connections: 1).RunAsync();

        Assert.Equal(2, result.Failures.FailedCheck);
        Assert.StartsWith("no value for {to}: it is '", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
        Assert.Contains(". Allowed: for a whole path, a path of the app with its query", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("text/html; charset=iso-8859-1", "iso-8859-1", "")]
    [InlineData("text/html;charset=\"UTF-16BE\"; a=b", "utf-16BE", "")]
    [InlineData("text/html", "utf-8", "")]
    [InlineData("text/html; charset=windows-1252", "iso-8859-1", "the body has the charset 'windows-1252'. Allowed: utf-8, us-ascii, iso-8859-1, utf-16")]
    [InlineData("text/html; charset=utf-8", "iso-8859-1", "the match has bytes that are no text in the body's charset")]
    public async Task A_match_is_read_in_the_charset_of_its_body(string type, string encoding, string fault)
    {
        await using var app = await RecordingApp.StartAsync(async (context, _) =>
        {
            context.Response.ContentType = type;
            await context.Response.Body.WriteAsync(Encoding.GetEncoding(encoding).GetBytes("<p>Zürich</p>"));
        });

        var result = await app.Test.Send(LoadRequest.Get("/form").TakeMatch("city", "(?<=<p>)[^<]+")).Get("/search?q={city}").AsChain().Sending(2, connections: 1).RunAsync();

        Assert.Equal(fault.Length > 0 ? "/form" : "/search?q=Z%C3%BCrich", app.Targets.Last());
        Assert.All(result.Failures.Examples, e => Assert.Equal($"no value for {{city}}: {fault}", e.Detail));
    }

    [Fact]
    public async Task Text_of_JSON_in_another_encoding_is_not_taken()
    {
        await using var app = await RecordingApp.StartAsync((context, _) => context.Response.Body.WriteAsync(Encoding.Latin1.GetBytes("{\"a\":\"Käse\"}")).AsTask());

        var result = await app.Test.Send(LoadRequest.Get("/").TakeJson("a", "/a")).Get("/{a}").AsChain().Sending(2).RunAsync();

        Assert.Equal("no value for {a}: the JSON text at '/a' is not UTF-8", result.Failures.Examples[0].Detail);
    }

    [Fact]
    public async Task Nor_is_a_header_in_another_encoding()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync("HTTP/1.1 200 OK|Name: K\u00e4se|Content-Length: 2||ok");
            }
        });

        var result = await LoadTest.Against(server.Address).Send(LoadRequest.Get("/").TakeHeader("a", "Name")).Get("/{a}").AsChain().Sending(2).RunAsync();

        Assert.Equal("no value for {a}: the header 'Name' is not UTF-8", result.Failures.Examples[0].Detail);
    }

    [Fact]
    public async Task A_compressed_body_is_said_to_be_so()
    {
        await using var app = await RecordingApp.StartAsync((context, _) =>
        {
            context.Response.Headers.ContentEncoding = "gzip";
            return context.Response.WriteAsync("zipped");
        });

        var taken = await app.Test.Send(LoadRequest.Get("/").TakeJson("a", "/a")).AsChain().Sending(1).RunAsync();
        var (isJson, hasTag) = (LoadRequest.Get("/").ExpectJson("/a"), LoadRequest.Get("/").ExpectHeader("ETag"));
        var (ofBody, ofHead) = (await app.Test.Send(isJson).Sending(1).RunAsync(), await app.Test.Send(hasTag).Sending(1).RunAsync());

        const string Compressed = "; it is compressed (gzip), and read as it was sent: leave out Accept-Encoding";
        Assert.Equal($"no value for {{a}}: the body is not JSON{Compressed}", taken.Failures.Examples[0].Detail);
        Assert.EndsWith($"it is 'zipped'{Compressed}", ofBody.Failures.Examples[0].Detail, StringComparison.Ordinal);
        Assert.EndsWith("but there is none", ofHead.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(8_192, 0)]
    [InlineData(8_193, 2)]
    public async Task A_value_has_at_most_8_KiB(int length, int failed)
    {
        var value = new string('x', length);
        await using var app = await RecordingApp.StartAsync((context, _) => context.Response.WriteAsync($$"""{"a": "{{value}}"}"""));
        var test = app.Test.Send(LoadRequest.Get("/").TakeJson("a", "/a")).Send(LoadRequest.Post("/b").WithJsonText("""{"a": "{a}"}"""));

        var result = await test.AsChain().Sending(2, connections: 1).RunAsync();

        Assert.Equal(failed, result.Failures.FailedCheck);
        Assert.Equal(failed == 0 ? ["", $$"""{"a": "{{value}}"}"""] : ["", ""], app.Received.Select(r => r.Body));
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task All_requests_of_a_pass_have_the_same_data(LoadEngine engine)
    {
        await using var app = await RecordingApp.StartAsync();
        var rows = Enumerable.Range(0, 1_000_000).Select(i => i.ToString(CultureInfo.InvariantCulture));
        var data = LoadData.FromValues("id", rows).WithCounter("n").WithGuid("key").WithChoice("size", 1, "s", "m", "l");
        var test = app.Test.Get("/{id}/{n}/{key}/{size}").Get("/{id}/{n}/{key}/{size}").Get("/{id}/{n}/{key}/{size}").WithData(data).AsChain();

        await app.ReceiveAsync(test.With(o => o.Engine = engine), 300);

        var users = app.Received.GroupBy(r => r.Connection).Select(c => c.Select(r => r.Target).ToArray()).ToArray();
        Assert.All(users, u =>
        {
            string[] passes = [.. u.Chunk(3).Select(p => Assert.Single(p.Distinct()))];
            int[] taken = [.. passes.Select(p => int.Parse(p.Split('/')[1], CultureInfo.InvariantCulture))];
            Assert.Equal(Enumerable.Range(0, taken.Length).Select(n => taken[0] + (3 * n)), taken);
            Assert.Equal(passes.Length, passes.Select(p => p.Split('/')[3]).Distinct().Count());
        });
        Assert.Equal([0, 1, 2], users.Select(u => int.Parse(u[0].Split('/')[1], CultureInfo.InvariantCulture)).Order());
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task A_user_sends_the_cookies_of_its_own_visit(LoadEngine engine)
    {
        await using var app = await RecordingApp.StartAsync(async (context, request) =>
        {
            var set = request.Target switch
            {
                "/sign-in" => [$"sid={request.Connection}-{request.At}; Path=/; Secure; HttpOnly", "admin=1; Path=/admin"],
                "/out" => ["sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
                _ => Array.Empty<string>(),
            };
            context.Response.Headers.SetCookie = new(set);
            await context.Response.WriteAsync("ok");
        });
        var test = app.Test.Post("/sign-in").Get("/admin/users").Send(LoadRequest.Get("/own").WithHeader("Cookie", "a=1")).Post("/out")
            .Send(LoadRequest.Post("/last").WithJsonText("""{"a": "{id}"}"""));

        var result = await test.AsChain(keepCookies: true).With(o => o.Engine = engine).Sending(100).RunAsync();

        Assert.Equal(100, result.Succeeded);
        foreach (var pass in app.Received.GroupBy(r => r.Connection).SelectMany(c => c.Chunk(5)))
        {
            var sid = $"sid={pass[0].Connection}-{pass[0].At}";
            Assert.Equal(["", $"admin=1; {sid}", $"a=1; {sid}", sid, ""], pass.Select(r => r.Cookie));
            Assert.Equal("""{"a": "{id}"}""", pass[4].Body);
        }
    }

    [Fact]
    public async Task Each_pass_begins_with_the_cookies_of_the_preparation_and_may_replace_or_remove_them()
    {
        await using var app = await RecordingApp.StartAsync((context, request) =>
        {
            context.Response.Headers.SetCookie = request.Target switch
            {
                "/sign-in" => new(_signedIn),
                "/renew" => new("sid=new; Path=/"),
                "/out" => new("sid=; Path=/; Max-Age=0"),
                _ => default(StringValues),
            };
            return context.Response.WriteAsync("ok");
        });
        var test = app.Test.Prepare((client, token) => client.GetAsync("/sign-in", token)).Get("/renew").Get("/use").Get("/out").Get("/after");

        await test.AsChain(keepCookies: true).Sending(8, connections: 1).RunAsync();

        string[] pass = ["sid=old; tenant=7", "sid=new; tenant=7", "sid=new; tenant=7", "tenant=7"];
        Assert.Equal([.. pass, .. pass], app.Received.Where(r => r.Target != "/sign-in").TakeLast(8).Select(r => r.Cookie));
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task A_pause_lasts_at_least_its_time(LoadEngine engine)
    {
        var pause = TimeSpan.FromMilliseconds(25);
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Send(LoadRequest.Get("/a").WithPause(pause)).Get("/b").Send(LoadRequest.Get("/c").WithPause(pause, 2 * pause));

        var result = await test.AsChain().With(o => o.Engine = engine).Sending(24).RunAsync();

        Assert.Equal(24, result.Succeeded);
        var pauses = app.Received.GroupBy(r => r.Connection).SelectMany(c => c.Zip(c.Skip(1))).Where(p => p.First.Target != "/b").ToArray();
        Assert.All(pauses, p => Assert.True(Stopwatch.GetElapsedTime(p.First.At, p.Second.At) >= pause));
        Assert.Equal(pauses.Length, result.Pauses!.Count);
        Assert.Contains($"  Pauses      {pauses.Length} ended, ", $"{result}", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(LoadEngine.Automatic, false)]
    [InlineData(LoadEngine.Automatic, true)]
    [InlineData(LoadEngine.Socket, false)]
    [InlineData(LoadEngine.Socket, true)]
    public async Task Pauses_end_with_the_window_or_the_last_request(LoadEngine engine, bool hasDuration)
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Send(LoadRequest.Get("/").WithPause(TimeSpan.FromHours(1))).AsChain().With(o => o.Engine = engine);

        var result = await (hasDuration ? test.Lasting(50) : test.Sending(4)).RunAsync();

        Assert.InRange(result.Sent, hasDuration ? 0 : 4, 4);
        Assert.Equal(app.Received.Count, app.Received.Select(r => r.Connection).Distinct().Count());
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task A_connection_that_is_closed_during_a_pause_is_opened_again(LoadEngine engine)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
        });
        var test = LoadTest.Against(server.Address).Send(LoadRequest.Get("/").WithPause(TimeSpan.FromMilliseconds(500))).AsChain();

        var result = await test.With(o => o.Engine = engine).Sending(4, connections: 1).RunAsync();

        Assert.Equal((4, 4), (result.Succeeded, result.ConnectionsOpened));
    }

    [Fact]
    public async Task A_test_without_pauses_has_no_figures_of_them()
    {
        await using var app = await RecordingApp.StartAsync();

        Assert.Null((await app.Test.Get("/").AsChain().Sending(1).RunAsync()).Pauses);
    }

    [Fact]
    public async Task The_warm_up_sends_the_chain_and_the_window_begins_with_a_new_pass()
    {
        await using var app = await SignInApp.StartAsync();
        var test = app.Test.Send(SignInApp.SigningIn("JSON")).Get("/{token}").AsChain();

        var result = await test.With(o => (o.Connections, o.Requests, o.WarmUp, o.MaxWarmUp) = (3, 60, TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50))).RunAsync();

        Assert.Equal([30L, 30L], result.Endpoints.Select(e => e.Succeeded));
        Assert.True(app.Received.Count > 60);
        Assert.Equal(30, app.Received.TakeLast(60).Count(r => r.Target == "/sign-in"));
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task The_windows_for_bytes_send_whole_passes_without_pauses()
    {
        await using var app = await RecordingApp.StartAsync(maxKept: 100);
        var test = LoadTest.For(app.Host).Send(LoadRequest.Get("/a").WithPause(TimeSpan.FromHours(1))).Get("/b").AsChain()
            .With(o => (o.Connections, o.Duration, o.WarmUp, o.MaxWarmUp) = (2, TimeSpan.FromMilliseconds(500), TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50)));

        var result = await test.Within(new LoadGates { MaxRetainedBytesPerRequest = 1e9, MaxAllocatedBytesPerRequest = 1e9 }).RunAsync();

        // Until then each user sends only the first request of each stretch of load.
        Assert.Equal([2L, 0L], result.Endpoints.Select(e => e.Sent));
        Assert.NotNull(result.Memory.Allocation?.BytesPerRequest);
        Assert.NotNull(result.Memory.Retention?.BytesPerRequest);
        Assert.Contains("/b", app.Targets);
    }

    [Fact]
    public async Task No_gate_passes_if_nobody_came_to_the_end_of_the_chain()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Get("/a").Send(LoadRequest.Get("/b").Expect(500)).Get("/c").AsChain();

        var result = await test.Within(new LoadGates { MaxFailurePercent = 60 }).Sending(30).RunAsync();

        Assert.Contains(result.Gates, g => g.ToString().Contains("no request of GET /b succeeded (", StringComparison.Ordinal));
        Assert.Throws<LoadGateException>(() => result.Verify());
    }
}
