using Shop.Data;
using ThroughputKit;

namespace Verdicts.Shop;

/// <summary>A shop that goes on from run to run.</summary>
internal sealed class ShopHost(ShopVariant variant) : ThroughputHost<ShopDb>
{
    protected override void Configure(AppOptions app)
    {
        app.Configuration["ConnectionStrings:Shop"] = ShopLoad.Database();
        app.ConfigureServices = s => s.AddSingleton<IStartupFilter>(variant);
    }
}
