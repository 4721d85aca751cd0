using Microsoft.AspNetCore.Identity;

namespace Shop.Data;

/// <summary>Makes the database anew, so that the shop is the same at each start.</summary>
internal static class ShopSeed
{
    public const string Email = "ada@example.com";
    public const string Password = "correct horse battery staple";

    private const int Products = 2_000;

    private static readonly string[] _categories = ["coffee", "cups", "sugar", "tea"];

    public static async Task RunAsync(IServiceProvider services)
    {
        await using var scope = services.CreateAsyncScope();
        var db = scope.ServiceProvider.GetRequiredService<ShopDb>();
        await db.Database.EnsureDeletedAsync();
        await db.Database.EnsureCreatedAsync();
        db.Products.AddRange(Enumerable.Range(1, Products).Select(i => new Product
        {
            Name = $"Article {i:0000}",
            Category = _categories[i % _categories.Length],
            PriceInCents = 100 + (i * 7 % 900),
            Stock = 1_000_000,
        }));
        var ada = new Customer { Email = Email, PasswordHash = "" };
        ada.PasswordHash = new PasswordHasher<Customer>().HashPassword(ada, Password);
        db.Customers.Add(ada);
        await db.SaveChangesAsync();
    }
}
