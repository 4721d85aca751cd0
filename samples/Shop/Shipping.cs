using Microsoft.EntityFrameworkCore;
using Shop.Data;

namespace Shop;

/// <summary>Ships what was ordered, a few times a minute.</summary>
internal sealed partial class Shipping(IServiceProvider services, WriteTurn turn, ILogger<Shipping> logger) : BackgroundService
{
    private static readonly TimeSpan _period = TimeSpan.FromSeconds(15);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(_period);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            await using var scope = services.CreateAsyncScope();
            var oldest = scope.ServiceProvider.GetRequiredService<ShopDb>().Orders.Where(o => !o.IsShipped).OrderBy(o => o.Id).Take(100);
            var shipped = await turn.RunAsync(() => oldest.ExecuteUpdateAsync(o => o.SetProperty(x => x.IsShipped, true), stoppingToken), stoppingToken);
            Shipped(logger, shipped);
        }
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "Shipped {Orders} orders")]
    private static partial void Shipped(ILogger logger, int orders);
}
