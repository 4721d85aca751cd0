using System.Text.Json;
using Shop.Data;
using ThroughputKit;

namespace Verdicts.Shop;

/// <summary>Loads of the shop, each with a database of its own.</summary>
internal static class ShopLoad
{
    private const int Databases = 8;

    private static readonly object _ada = new { email = "ada@example.com", password = "correct horse battery staple" };
    private static readonly object _order = new { lines = new[] { new { productId = 3, quantity = 2 }, new { productId = 7, quantity = 1 } } };

    private static int _databases;

    /// <summary>A shop in this process.</summary>
    public static LoadTest Here(ShopEndpoint endpoint, ShopVariant variant) => Send(endpoint, LoadTest.For<ShopDb>(app =>
    {
        app.Configuration["ConnectionStrings:Shop"] = Database();
        app.ConfigureServices = s => s.AddSingleton<IStartupFilter>(variant);
    }));

    /// <summary>A shop that goes on from run to run.</summary>
    public static LoadTest Of(ShopHost host, ShopEndpoint endpoint) => Send(endpoint, LoadTest.For(host));

    /// <summary>A shop in a process of its own.</summary>
    public static LoadTest Published(ShopEndpoint endpoint, ShopVariant variant) => Send(endpoint, LoadTest.ForPublished(AppContext.BaseDirectory, app =>
    {
        app.EntryPoint = typeof(ShopServer).Assembly.GetName().Name;
        app.Arguments.Add(ShopServer.Argument);
        app.Configuration["ConnectionStrings:Shop"] = Database();
        app.EnvironmentVariables["ASPNETCORE_HOSTINGSTARTUPASSEMBLIES"] = app.EntryPoint;
        app.EnvironmentVariables.Add(variant.AsVariable());
    }));

    /// <summary>Names a database that no shop uses now: the shop makes it anew.</summary>
    public static string Database() => $"Data Source={Path.Combine(AppContext.BaseDirectory, $"shop-{Interlocked.Increment(ref _databases) % Databases}.db")}";

    private static LoadTest Send(ShopEndpoint endpoint, LoadTest shop) => endpoint switch
    {
        ShopEndpoint.List => shop.Get("/products?category=tea&page=3"),
        ShopEndpoint.Order => shop.Prepare(SignInAsync).PostJson("/orders", _order),
        _ => shop.PostJson("/sign-in", _ada),
    };

    private static async Task<IEnumerable<KeyValuePair<string, string>>> SignInAsync(HttpClient client, CancellationToken cancellationToken)
    {
        using var response = await client.PostAsJsonAsync("/sign-in", _ada, cancellationToken);
        var signedIn = await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonElement>(cancellationToken);
        return [new("Authorization", $"Bearer {signedIn.GetProperty("token")}")];
    }
}
