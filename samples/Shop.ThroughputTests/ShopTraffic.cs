namespace Shop.ThroughputTests;

/// <summary>Traffic as a shop has it: many products, new customers, several requests at a time, each with its own limits.</summary>
public class ShopTraffic
{
    [ThroughputFact(MinRps = 300)]
    [EndpointGates("a page of a category", MaxP99LatencyMs = 500)]
    [EndpointGates("a product", MaxP99LatencyMs = 500)]
    public LoadTest Browsing() => TheShop.Load()
        .Send(LoadRequest.Get("/products?category={category}").Named("a page of a category").WithWeight(3).ExpectJson("/items/0/category"))
        .Send(LoadRequest.Get("/products/{id}").Named("a product").WithWeight(7).ExpectJson("/isInStock", true))
        .InRandomOrder(seed: 1)
        .WithData(TheShop.Products.InRandomOrder(seed: 1).WithChoice("category", seed: 1, "coffee", "cups", "sugar", "tea"));

    // The app hashes a password for each. Nobody can register twice, so each request needs an address of its own.
    [ThroughputFact(MinRps = 5, Connections = 4)]
    public LoadTest Registering() => TheShop.Load()
        .Send(LoadRequest.Post("/customers").WithJson(new { email = "{key}@example.com", password = "open sesame" }).Expect(201))
        .WithData(LoadData.Generated().WithGuid("key"));

    [ThroughputFact(MinRps = 100)]
    public LoadTest Ordering() => TheShop.Load().Prepare(TheShop.SignInAsync)
        .Send(LoadRequest.Post("/orders").WithJsonText("""{"lines": [{"productId": {id}, "quantity": {quantity}}]}""").ExpectJson("/isShipped", false))
        .WithData(TheShop.Products.WithChoice("quantity", seed: 1, "1", "2", "12"));

    // Each pass is a new customer, whose token goes into the next requests.
    [ThroughputFact(MinRps = 10, Connections = 4)]
    [EndpointGates("sign in", MaxP50LatencyMs = 5_000)]
    public LoadTest Buying() => TheShop.Load()
        .Send(LoadRequest.Post("/customers").WithJson(new { email = "{key}@example.com", password = "open sesame" }).Named("register").Expect(201))
        .Send(LoadRequest.Post("/sign-in").WithJson(new { email = "{key}@example.com", password = "open sesame" }).Named("sign in").TakeJson("token", "/token"))
        .Send(LoadRequest.Post("/orders").WithHeader("Authorization", "Bearer {token}").WithJson(TheShop.Order).Named("order").TakeJson("order", "/id"))
        .Send(LoadRequest.Get("/orders/{order}").WithHeader("Authorization", "Bearer {token}").Named("the order").ExpectJson("/totalInCents"))
        .WithData(LoadData.Generated().WithGuid("key"))
        .AsChain();

    [ThroughputFact(MinRps = 10, Connections = 4)]
    [EndpointGates("look around", MaxP95LatencyMs = 5_000)]
    public LoadTest Visiting() => TheShop.Load().Scenario("visit", TheShop.VisitAsync);
}
