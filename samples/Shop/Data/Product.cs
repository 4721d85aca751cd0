namespace Shop.Data;

public sealed class Product
{
    public int Id { get; init; }

    public required string Name { get; init; }

    public required string Category { get; init; }

    public required int PriceInCents { get; set; }

    public required int Stock { get; set; }
}
