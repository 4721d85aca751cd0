namespace Shop.Data;

public sealed class OrderLine
{
    public int Id { get; init; }

    public required int ProductId { get; init; }

    public required int Quantity { get; init; }

    public required int PriceInCents { get; init; }
}
