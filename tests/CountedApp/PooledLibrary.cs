using Microsoft.EntityFrameworkCore;

namespace CountedApp;

/// <summary>One whose contexts outlive a request.</summary>
public sealed class PooledLibrary(DbContextOptions<PooledLibrary> options) : Library(options);
