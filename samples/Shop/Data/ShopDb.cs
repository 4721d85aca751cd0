using Microsoft.EntityFrameworkCore;

namespace Shop.Data;

public sealed class ShopDb(DbContextOptions<ShopDb> options) : DbContext(options)
{
    public DbSet<Customer> Customers => Set<Customer>();

    public DbSet<Product> Products => Set<Product>();

    public DbSet<Order> Orders => Set<Order>();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Customer>().HasIndex(c => c.Email).IsUnique();
        modelBuilder.Entity<Product>().HasIndex(p => new { p.Category, p.Name });
        modelBuilder.Entity<Order>().HasIndex(o => o.IsShipped);
        modelBuilder.Entity<Order>().OwnsMany(o => o.Lines, l => l.HasKey(x => x.Id));
    }
}
