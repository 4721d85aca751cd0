namespace ThroughputKit.Comparison;

/// <summary>What the sides of a comparison are called: where both have one name, as two builds of an app have, with what tells them apart. Pure.</summary>
internal static class SideNames
{
    private static readonly char[] _separators = ['/', '\\'];

    public static string Of(LoadResult side, LoadResult other) => side.Name == other.Name && Difference(side.Origin, other.Origin) is { } own
        ? $"{side.Name} of {own}"
        : side.Name;

    /// <summary>The part of a path that another doesn't share; <see langword="null"/> if there is none.</summary>
    public static string? Difference(string? path, string? other)
    {
        if (path is null || other is null || path == other)
        {
            return null;
        }

        var (own, others) = (path.Split(_separators), other.Split(_separators));
        var shared = Math.Min(own.Length, others.Length);
        var head = own.Zip(others).TakeWhile(p => p.First == p.Second).Count();
        var tail = own.Reverse().Zip(others.Reverse()).Take(shared - head).TakeWhile(p => p.First == p.Second).Count();
        return own.Length - head - tail > 0 ? string.Join('/', own[head..^tail]) : path;
    }
}
