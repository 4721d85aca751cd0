using System.Globalization;

namespace HelloApi;

/// <summary>What all three kinds of endpoint do.</summary>
public sealed class HelloService(TimeProvider time, IConfiguration configuration)
{
    private const decimal UnitPrice = 2.5m;

    private readonly string _greeting = configuration["Greeting"] ?? "Hello";

    public Greeting Greet() => new(_greeting, time.GetUtcNow());

    public Receipt Place(Order order) => new(order.Item, order.Quantity, order.Quantity * UnitPrice);

    public string Date() => time.GetUtcNow().ToString("R", CultureInfo.InvariantCulture);
}
