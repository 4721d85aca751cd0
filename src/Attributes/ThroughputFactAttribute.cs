namespace ThroughputKit;

/// <summary>
/// A test that puts an app under load and judges its figures by gates. The method returns a <see cref="LoadTest"/>, a <see cref="LoadComparison"/>, or a
/// task of one, which is run and judged. A method that returns nothing runs its load itself, and judges it with
/// Verify. The test never overlaps another test of its
/// assembly, nor another throughput test on the machine. With no gate for errors, any failed request fails the test.
/// </summary>
/// <example>
/// <code>
/// [ThroughputFact(MinRps = 5_000, MaxAllocatedBytesPerRequest = 2_500)]
/// public LoadTest Hello() => LoadTest.For&lt;Program&gt;().Get("/hello");
/// </code>
/// </example>
/// <remarks>Only properties that are set count; a property that isn't set reads as NaN, -1 or null.</remarks>
[AttributeUsage(AttributeTargets.Method)]
public partial class ThroughputFactAttribute;
