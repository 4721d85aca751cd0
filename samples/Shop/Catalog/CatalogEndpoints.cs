using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;
using Shop.Data;

namespace Shop.Catalog;

internal static class CatalogEndpoints
{
    public static void MapCatalog(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/products", ListAsync);
        routes.MapGet("/products/{id:int}", FindAsync);
    }

    private static async Task<ProductPage> ListAsync(
        ShopDb db, CancellationToken cancellationToken, string? category = null, [Range(1, 10_000)] int page = 1, [Range(1, 100)] int size = 20)
    {
        var products = db.Products.AsNoTracking().Where(p => category == null || p.Category == category);
        var total = await products.CountAsync(cancellationToken);
        var items = await products.OrderBy(p => p.Name).Skip((page - 1) * size).Take(size)
            .Select(p => new ProductItem(p.Id, p.Name, p.Category, p.PriceInCents, p.Stock > 0)).ToListAsync(cancellationToken);
        return new ProductPage(items, page, size, total);
    }

    private static async Task<IResult> FindAsync(int id, ShopDb db, CancellationToken cancellationToken) =>
        await db.Products.AsNoTracking().FirstOrDefaultAsync(p => p.Id == id, cancellationToken) is { } p
            ? Results.Ok(new ProductItem(p.Id, p.Name, p.Category, p.PriceInCents, p.Stock > 0))
            : Results.NotFound();
}
