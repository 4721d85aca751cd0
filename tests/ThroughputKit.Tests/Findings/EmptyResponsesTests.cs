using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class EmptyResponsesTests
{
    [Theory]
    [InlineData("HTTP/1.1 200 OK|Content-Length: 0||", true)]
    [InlineData("HTTP/1.1 200 OK|Transfer-Encoding: chunked||0||", true)]
    [InlineData("HTTP/1.1 200 OK|Connection: close||", true)]
    [InlineData("HTTP/1.1 200 OK|Content-Length: 1||x", false)]
    [InlineData("HTTP/1.1 200 OK|Transfer-Encoding: chunked||1|x|0||", false)]
    [InlineData("HTTP/1.1 200 OK|Connection: close||x", false)]
    [InlineData("HTTP/1.1 204 No Content||", false)]
    [InlineData("HTTP/1.1 304 Not Modified|Content-Length: 9||", false)]
    [InlineData("HTTP/1.1 302 Found|Location: /signed-in|Content-Length: 0||", false)]
    [InlineData("HTTP/1.1 404 Not Found|Content-Length: 0||", false)]
    public async Task Are_successes_without_a_body_though_the_status_allows_one(string response, bool expected)
    {
        var result = await RunAsync(response, LoadRequest.Get("/app.css"));

        var finding = result.Findings.FirstOrDefault(f => f.Name == "EmptyResponses");
        Assert.Equal(expected ? "Every success of GET /app.css had an empty body." : null, finding?.Message);
        Assert.Equal(expected, finding is { Severity: FindingSeverity.Error, IsSetUpMistake: true } && finding.Remedy.Contains("UseStaticWebAssets", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("HEAD")]
    [InlineData("POST")]
    public async Task Other_methods_may_have_nothing_to_return(string method) => Assert.DoesNotContain(
        (await RunAsync("HTTP/1.1 200 OK|Content-Length: 0||", LoadRequest.Create(method, "/"))).Findings, f => f.Name == "EmptyResponses");

    [Fact]
    public async Task An_endpoint_may_have_nothing_to_return()
    {
        var result = await RunAsync("HTTP/1.1 200 OK|Content-Length: 0||", LoadRequest.Get("/alive/v1.0?since=1.js"));

        Assert.True(result.Findings.Single(f => f.Name == "EmptyResponses") is { Severity: FindingSeverity.Warning, IsSetUpMistake: false });
    }

    [Fact]
    public async Task One_response_with_a_body_is_enough()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(connection.Number == 7 ? "HTTP/1.1 200 OK|Content-Length: 1||x" : "HTTP/1.1 200 OK|Content-Length: 0||");
            }
        });

        Assert.DoesNotContain((await LoadTest.Against(server.Address).Get("/").Sending(20).RunAsync()).Findings, f => f.Name == "EmptyResponses");
    }

    [Fact]
    public async Task An_empty_body_may_be_expected()
    {
        var empty = LoadRequest.Get("/");
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        Assert.Single((await LoadTest.Against(server.Address).Send(empty).Sending(20).RunAsync()).Findings, f => f.Name == "EmptyResponses");
        foreach (var request in new[] { empty.ExpectBodyLength(0), empty.ExpectBody("") })
        {
            var result = Identity.Check(await LoadTest.Against(server.Address).Send(request).Sending(20).RunAsync());
            Assert.Equal(0, result.Failed);
            Assert.DoesNotContain(result.Findings, f => f.Name == "EmptyResponses");
        }
    }

    private static async Task<LoadResult> RunAsync(string response, LoadRequest request)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(response);
                if (response.Contains("close", StringComparison.Ordinal))
                {
                    return;
                }
            }
        });

        return Identity.Check(await LoadTest.Against(server.Address).With(o => o.IsSuccess = s => s is 200 or 204 or 302 or 304).Send(request).Sending(20).RunAsync());
    }
}
