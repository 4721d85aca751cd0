using System.Globalization;
using System.Security.Claims;
using Microsoft.EntityFrameworkCore;
using Shop.Data;

namespace Shop.Orders;

internal static class OrderEndpoints
{
    public static void MapOrders(this IEndpointRouteBuilder routes)
    {
        var orders = routes.MapGroup("/orders").RequireAuthorization();
        orders.MapPost("", PlaceAsync);
        orders.MapGet("/{id:int}", FindAsync);
    }

    private static async Task<IResult> PlaceAsync(
        NewOrder order, ClaimsPrincipal user, ShopDb db, WriteTurn turn, TimeProvider time, CancellationToken cancellationToken)
    {
        int[] ids = [.. order.Lines.Select(l => l.ProductId)];
        var products = await db.Products.Where(p => ids.Contains(p.Id)).ToDictionaryAsync(p => p.Id, cancellationToken);
        if (Array.Find(ids, id => !products.ContainsKey(id)) is var unknown and not 0)
        {
            return Results.Problem($"There is no product {unknown}.", statusCode: StatusCodes.Status422UnprocessableEntity);
        }

        var placed = new Order
        {
            CustomerId = CustomerId(user),
            PlacedAt = time.GetUtcNow().UtcDateTime,
            Lines = [.. order.Lines.Select(l => new OrderLine { ProductId = l.ProductId, Quantity = l.Quantity, PriceInCents = products[l.ProductId].PriceInCents })],
        };
        foreach (var line in order.Lines)
        {
            products[line.ProductId].Stock -= line.Quantity;
        }

        db.Orders.Add(placed);
        await turn.RunAsync(() => db.SaveChangesAsync(cancellationToken), cancellationToken);
        return Results.Created($"/orders/{placed.Id}", Receipt(placed));
    }

    private static async Task<IResult> FindAsync(int id, ClaimsPrincipal user, ShopDb db, CancellationToken cancellationToken) =>
        await db.Orders.AsNoTracking().FirstOrDefaultAsync(o => o.Id == id && o.CustomerId == CustomerId(user), cancellationToken) is { } order
            ? Results.Ok(Receipt(order))
            : Results.NotFound();

    private static int CustomerId(ClaimsPrincipal user) => int.Parse(user.FindFirstValue(ClaimTypes.NameIdentifier)!, CultureInfo.InvariantCulture);

    private static OrderReceipt Receipt(Order order) => new(order.Id, order.Lines.Sum(l => l.Quantity * l.PriceInCents), order.IsShipped);
}
