using Microsoft.EntityFrameworkCore;

namespace CountedApp;

/// <summary>One of PostgreSQL.</summary>
public sealed class PostgreSqlLibrary(DbContextOptions<PostgreSqlLibrary> options) : Library(options);
