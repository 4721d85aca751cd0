namespace Shop.Catalog;

internal sealed record ProductItem(int Id, string Name, string Category, int PriceInCents, bool IsInStock);
