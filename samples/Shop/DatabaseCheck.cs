using Microsoft.Extensions.Diagnostics.HealthChecks;
using Shop.Data;

namespace Shop;

internal sealed class DatabaseCheck(ShopDb db) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        await db.Database.CanConnectAsync(cancellationToken) ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy("The database can't be reached.");
}
