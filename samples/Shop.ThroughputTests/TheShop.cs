using System.Globalization;
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

    public static async Task<IEnumerable<KeyValuePair<string, string>>> SignInAsync(HttpClient client, CancellationToken cancellationToken)
    {
        using var response = await client.PostAsJsonAsync("/sign-in", Ada, cancellationToken);
        var signedIn = await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonElement>(cancellationToken);
        return [new("Authorization", $"Bearer {signedIn.GetProperty("token")}")];
    }
}
