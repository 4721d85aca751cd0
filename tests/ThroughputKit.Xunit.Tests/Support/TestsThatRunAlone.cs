namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>The collection of the tests beside which no other runs, because they are about what runs at the same time.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class TestsThatRunAlone
{
    /// <summary>The name of the collection.</summary>
    public const string Name = "Alone";
}
