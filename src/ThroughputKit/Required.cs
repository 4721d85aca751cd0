using System.Runtime.CompilerServices;

namespace ThroughputKit;

/// <summary>Checks arguments that have to be given.</summary>
internal static class Required
{
    /// <exception cref="ArgumentNullException">The argument is <see langword="null"/>.</exception>
    public static T NotNull<T>(this T? argument, [CallerArgumentExpression(nameof(argument))] string name = "")
        where T : class
    {
        ArgumentNullException.ThrowIfNull(argument, name);
        return argument;
    }
}
