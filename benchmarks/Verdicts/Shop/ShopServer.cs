using Shop.Data;

[assembly: HostingStartup(typeof(Verdicts.Shop.ShopServer))]

namespace Verdicts.Shop;

/// <summary>The shop in a process of this program: its own entry point, with a variant around it.</summary>
public sealed class ShopServer : IHostingStartup
{
    /// <summary>What makes this program such a shop.</summary>
    internal const string Argument = "serve-shop";

    public void Configure(IWebHostBuilder builder) => builder.ConfigureServices(s => s.AddSingleton<IStartupFilter>(ShopVariant.Told()));

    internal static async Task RunAsync()
    {
        if (typeof(ShopDb).Assembly.EntryPoint!.Invoke(null, [Array.Empty<string>()]) is Task running)
        {
            await running;
        }
    }
}
