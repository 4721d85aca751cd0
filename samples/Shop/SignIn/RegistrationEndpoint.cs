using Microsoft.AspNetCore.Identity;
using Microsoft.EntityFrameworkCore;
using Shop.Data;

namespace Shop.SignIn;

internal static class RegistrationEndpoint
{
    public static void MapRegistration(this IEndpointRouteBuilder routes) => routes.MapPost("/customers", RegisterAsync);

    private static async Task<IResult> RegisterAsync(
        Credentials credentials, ShopDb db, WriteTurn turn, IPasswordHasher<Customer> hasher, CancellationToken cancellationToken)
    {
        var customer = new Customer { Email = credentials.Email, PasswordHash = "" };
        customer.PasswordHash = hasher.HashPassword(customer, credentials.Password);
        var isNew = await turn.RunAsync(() => AddAsync(customer, db, cancellationToken), cancellationToken);
        return isNew ? Results.Created($"/customers/{customer.Id}", new Registered(customer.Id)) : Results.Conflict();
    }

    private static async Task<bool> AddAsync(Customer customer, ShopDb db, CancellationToken cancellationToken)
    {
        if (await db.Customers.AnyAsync(c => c.Email == customer.Email, cancellationToken))
        {
            return false;
        }

        db.Customers.Add(customer);
        await db.SaveChangesAsync(cancellationToken);
        return true;
    }
}
