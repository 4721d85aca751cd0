namespace Shop.Data;

public sealed class Order
{
    public int Id { get; init; }

    public required int CustomerId { get; init; }

    public required DateTime PlacedAt { get; init; }

    public bool IsShipped { get; set; }

    public IList<OrderLine> Lines { get; init; } = [];
}
