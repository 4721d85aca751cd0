using System.Text.Json;
using Microsoft.AspNetCore.Http;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests.Chains;

/// <summary>An app that gives a token to each sign-in, in every way in which one can be taken.</summary>
internal static class SignInApp
{
    /// <summary>The ways, by name.</summary>
    public static LoadRequest SigningIn(string way)
    {
        var request = LoadRequest.Post("/sign-in");
        return way switch
        {
            "header" => request.TakeHeader("token", "x-token"),
            "cookie" => request.TakeCookie("token", "sid"),
            "empty" => request.TakeMatch("token", "[0-9]*"),
            "match" => request.TakeMatch("token", "(?<=<input value=')[^']+"),
            _ => request.TakeJson("token", "/tokens/1"),
        };
    }

    /// <summary>Starts the app.</summary>
    /// <param name="fails">Whether it answers a request with 500.</param>
    public static async Task<RecordingApp> StartAsync(Func<RecordingApp.Request, bool>? fails = null)
    {
        var signIns = 0;
        return await RecordingApp.StartAsync(async (context, request) =>
        {
            context.Response.StatusCode = fails?.Invoke(request) == true ? 500 : 200;
            if (request.Target == "/sign-in")
            {
                var token = $"{request.Connection}/{Interlocked.Increment(ref signIns)} +&";
                context.Response.Headers["X-Token"] = token;
                context.Response.Headers.SetCookie = new(["other=1; Path=/", $"sid={token}; Path=/; HttpOnly"]);
                await context.Response.WriteAsync(JsonSerializer.Serialize(new { page = "<input value='", tokens = new[] { "no", token } }).Replace("\\u003Cinput value=\\u0027", $"<input value='{token}'", StringComparison.Ordinal));
            }
        });
    }
}
