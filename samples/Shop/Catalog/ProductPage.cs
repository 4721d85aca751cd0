namespace Shop.Catalog;

internal sealed record ProductPage(IReadOnlyList<ProductItem> Items, int Page, int Size, int Total);
