namespace Shop.ThroughputTests;

/// <summary>A real app: a database, sign-in, validation, logs as in production.</summary>
public class ShopGates
{
    [ThroughputFact(MinRps = 300, MaxAllocatedBytesPerRequest = 80_000, MaxDatabaseCommandsPerRequest = 2, MaxHttpRequestsPerRequest = 0, MaxExceptionsPerRequest = 0)]
    public LoadTest Listing_products() => TheShop.Load().Get("/products?category=tea&page=3");

    // The products, the stock of each of two, the order and its two lines.
    [ThroughputFact(MinRps = 100, MaxDatabaseCommandsPerRequest = 6, MaxExceptionsPerRequest = 0)]
    public LoadTest Placing_orders() => TheShop.Load().Prepare(TheShop.SignInAsync).PostJson("/orders", TheShop.Order);

    // A password is expensive to check on purpose: many sign-ins at a time would only wait for one another.
    [ThroughputFact(MinRps = 5, Connections = 4, MaxDatabaseCommandsPerRequest = 1, MaxExceptionsPerRequest = 0)]
    public LoadTest Signing_in() => TheShop.Load().PostJson("/sign-in", TheShop.Ada);
}
