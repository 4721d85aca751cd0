using System.Globalization;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;

namespace Shop.ThroughputTests;

/// <summary>How the shop is loaded: with a database beside the tests, which the shop makes anew at each start.</summary>
internal static class TheShop
{
    public static object Ada { get; } = new { email = "ada@example.com", password = "correct horse battery staple" };

    public static object Order { get; } = new { lines = new[] { new { productId = 3, quantity = 2 }, new { productId = 7, quantity = 1 } } };

    /// <summary>Gets the numbers of all products of the shop.</summary>
    public static LoadData Products { get; } = LoadData.FromValues("id", Enumerable.Range(1, 2_000).Select(i => i.ToString(CultureInfo.InvariantCulture)));

    public static LoadTest Load() => LoadTest.For<Program>(app =>
        app.Configuration["ConnectionStrings:Shop"] = $"Data Source={Path.Combine(AppContext.BaseDirectory, "shop.db")}");

    public static async Task<IEnumerable<KeyValuePair<string, string>>> SignInAsync(HttpClient client, CancellationToken cancellationToken) =>
        [new("Authorization", $"Bearer {await TokenAsync(client, cancellationToken)}")];

    /// <summary>A visit of one user, in code: a few pages, and an order after signing in.</summary>
    public static async Task VisitAsync(LoadUser user, CancellationToken cancellationToken)
    {
        for (var i = 0; i < 3; i++)
        {
            var page = new Uri($"/products?page={user.Random.Next(1, 100)}", UriKind.Relative);
            await user.StepAsync("look around", () => user.Client.GetStringAsync(page, cancellationToken));
        }

        var token = await user.StepAsync("sign in", () => TokenAsync(user.Client, cancellationToken));
        await user.StepAsync("order", async () =>
        {
            using var order = new HttpRequestMessage(HttpMethod.Post, "/orders") { Content = JsonContent.Create(Order) };
            order.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
            using var response = await user.Client.SendAsync(order, cancellationToken);
            response.EnsureSuccessStatusCode();
        });
    }

    private static async Task<string> TokenAsync(HttpClient client, CancellationToken cancellationToken)
    {
        using var response = await client.PostAsJsonAsync("/sign-in", Ada, cancellationToken);
        var signedIn = await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonElement>(cancellationToken);
        return signedIn.GetProperty("token").GetString()!;
    }
}
