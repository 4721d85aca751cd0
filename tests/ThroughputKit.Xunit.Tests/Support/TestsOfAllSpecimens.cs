namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>The collection of the tests that share <see cref="AllSpecimens"/>: several of them would only wait for the same run. Other collections run beside it.</summary>
[CollectionDefinition(Name)]
public sealed class TestsOfAllSpecimens
{
    /// <summary>The name of the collection.</summary>
    public const string Name = "All specimens";
}
