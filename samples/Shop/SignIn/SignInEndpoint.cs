using Microsoft.AspNetCore.Identity;
using Microsoft.EntityFrameworkCore;
using Shop.Data;

namespace Shop.SignIn;

internal static class SignInEndpoint
{
    public static void MapSignIn(this IEndpointRouteBuilder routes) => routes.MapPost("/sign-in", SignInAsync);

    private static async Task<IResult> SignInAsync(Credentials credentials, ShopDb db, Tokens tokens, IPasswordHasher<Customer> hasher, CancellationToken cancellationToken) =>
        await db.Customers.AsNoTracking().FirstOrDefaultAsync(c => c.Email == credentials.Email, cancellationToken) is { } customer
        && hasher.VerifyHashedPassword(customer, customer.PasswordHash, credentials.Password) != PasswordVerificationResult.Failed
            ? Results.Ok(new SignedIn(tokens.Make(customer)))
            : Results.Unauthorized();
}
