namespace HelloApi;

public sealed record Receipt(string Item, int Quantity, decimal Total);
