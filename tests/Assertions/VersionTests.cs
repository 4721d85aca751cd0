using System.Reflection;

namespace ThroughputKit.Tests.Assertions;

/// <summary>One assembly for all accepted versions of the library.</summary>
public class VersionTests
{
    private static readonly AssemblyName _library = typeof(AssertionScope).Assembly.GetName();

    [Fact]
    public void Is_built_against_the_lowest_version() => Assert.Equal(
        $"{Asked("LeastVersion")}.0", typeof(LoadResultAssertions).Assembly.GetReferencedAssemblies().Single(a => a.Name == _library.Name).Version!.ToString());

    [Fact]
    public void Is_tested_with_the_version_that_was_asked_for() => Assert.Equal(Asked("LibraryVersion"), _library.Version!.ToString(3));

    private static string? Asked(string key) => typeof(VersionTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == key).Value;
}
