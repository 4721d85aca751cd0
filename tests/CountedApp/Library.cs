using Microsoft.EntityFrameworkCore;

namespace CountedApp;

/// <summary>A database by EF Core.</summary>
public abstract class Library(DbContextOptions options) : DbContext(options)
{
    public DbSet<Book> Books => Set<Book>();

    /// <summary>Sends one command for each book.</summary>
    public async Task<string> FindAsync(int books)
    {
        for (var id = 1; id <= books; id++)
        {
            await Books.Where(b => b.Id == id && b.Title != "secret").ToListAsync();
        }

        return "found";
    }
}
