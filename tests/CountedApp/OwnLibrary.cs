using Microsoft.EntityFrameworkCore;

namespace CountedApp;

/// <summary>One whose context is the request's own.</summary>
public sealed class OwnLibrary(DbContextOptions<OwnLibrary> options) : Library(options);
