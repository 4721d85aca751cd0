namespace HelloApi;

public sealed record Order(string Item, int Quantity);
