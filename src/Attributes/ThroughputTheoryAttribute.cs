namespace ThroughputKit;

/// <summary>A <see cref="ThroughputFactAttribute"/> for a method with parameters: each row of data is a separate test with the same gates.</summary>
/// <example>
/// <code>
/// [ThroughputTheory(MaxAllocatedBytesPerRequest = 4_000)]
/// [InlineData("/hello"), InlineData("/orders/1")]
/// public LoadTest Pages(string path) => LoadTest.For&lt;Program&gt;().Get(path);
/// </code>
/// </example>
/// <remarks>Only properties that are set count; a property that isn't set reads as NaN, -1 or null.</remarks>
[AttributeUsage(AttributeTargets.Method)]
public partial class ThroughputTheoryAttribute;
