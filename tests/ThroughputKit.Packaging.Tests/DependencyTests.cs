using ThroughputKit.Tests.Packaging.Support;

namespace ThroughputKit.Tests.Packaging;

public class DependencyTests
{
    [Theory]
    [InlineData("[0.1.0]", "the same version")]
    [InlineData("10.0.14", "10.0.14 or later")]
    [InlineData("[6.12.0, 8.0.0)", "6.12.0 or later, below 8.0.0")]
    public void Versions_are_described_in_words(string version, string words) =>
        Assert.Equal(words, new Dependency("Other", version, Exclude: null).Versions(own: "0.1.0"));
}
