using System.Text.RegularExpressions;

namespace ThroughputKit.Tests.Packaging.Support;

/// <summary>A package that another one needs, and in which versions, as NuGet writes them.</summary>
internal sealed partial record Dependency(string Id, string Version, string? Exclude)
{
    /// <summary>Describes the accepted versions in words.</summary>
    /// <param name="own">The version of the package that needs it.</param>
    public string Versions(string own) => Between().Match(Version) switch
    {
        _ when Version == $"[{own}]" => "the same version",
        { Success: true } range => $"{range.Groups["from"].Value} or later, below {range.Groups["to"].Value}",
        _ => $"{Version} or later",
    };

    [GeneratedRegex(@"^\[(?<from>[^,]+), (?<to>[^,]+)\)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Between();
}
