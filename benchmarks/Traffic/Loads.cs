using HotPath;
using ThroughputKit;

namespace Traffic;

/// <summary>What is sent to the sample app, and the plain requests that it is compared with: for the same endpoints, and as long.</summary>
internal static class Loads
{
    private const string Token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";

    private static readonly LoadData _products = Products.Read().InRandomOrder(seed: 1);

    /// <summary>One request, the same bytes each time.</summary>
    public static LoadTest Single(LoadTest app) => app.Get("/hello?page=10&id=5000&name=Product%20%225000%22");

    /// <summary>20 requests with unequal weights in a random order, each with values of a random row, and checks of the status and of a JSON value.</summary>
    public static LoadTest Mix(LoadTest app) => Mix(app, r => r.Expect(200).ExpectJson("/message", "Hello"));

    /// <param name="app">The app.</param>
    /// <param name="expect">Adds what is expected of each answer.</param>
    public static LoadTest Mix(LoadTest app, Func<LoadRequest, LoadRequest> expect) => Enumerable.Range(1, 20)
        .Aggregate(app, (test, i) => test.Send(expect(LoadRequest.Get($"/hello?page={i}&id={{id}}&name={{name}}").WithWeight(i))))
        .WithData(_products)
        .InRandomOrder(seed: 1);

    /// <summary>Five requests, in turn.</summary>
    public static LoadTest Unlinked(LoadTest app) => Five(app, r => r, Token, TimeSpan.Zero, TimeSpan.Zero);

    /// <summary>A chain of the same requests: the answer to the first gives the others the token.</summary>
    public static LoadTest Chain(LoadTest app) => Chain(app, TimeSpan.Zero, TimeSpan.Zero);

    /// <param name="app">The app.</param>
    /// <param name="least">The shortest time that a user thinks after each request.</param>
    /// <param name="most">The longest time.</param>
    public static LoadTest Chain(LoadTest app, TimeSpan least, TimeSpan most) => Five(app, r => r.TakeJson("token", "/item"), "{token}", least, most).AsChain();

    /// <summary>The same requests in code.</summary>
    public static LoadTest Scenario(LoadTest app) => app.Scenario("five requests", async (user, cancellationToken) =>
    {
        await user.StepAsync("sign in", async () =>
        {
            using var content = new StringContent(SignIn, mediaType: new("application/json"));
            using var response = await user.Client.PostAsync(new Uri("/orders", UriKind.Relative), content, cancellationToken);
            response.EnsureSuccessStatusCode();
        });
        for (var page = 1; page < 5; page++)
        {
            await user.StepAsync("page", () => user.Client.GetStringAsync(new Uri($"/hello?page={page}", UriKind.Relative), cancellationToken));
        }
    });

    private static string SignIn => $$"""{"item": "{{Token}}", "quantity": 2}""";

    private static LoadTest Five(LoadTest app, Func<LoadRequest, LoadRequest> take, string token, TimeSpan least, TimeSpan most) => Enumerable.Range(1, 4)
        .Select(page => LoadRequest.Get($"/hello?page={page}").WithHeader("Authorization", $"Bearer {token}"))
        .Prepend(take(LoadRequest.Post("/orders").WithJsonText(SignIn)))
        .Aggregate(app, (test, request) => test.Send(request.WithPause(least, most)));
}
