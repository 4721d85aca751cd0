#pragma warning disable CA1822 // test methods are mostly not static
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>Test methods with references, right and wrong, to be called as an attribute would.</summary>
internal sealed class References
{
    [Compared(nameof(First))]
    public LoadTest Itself() => Methods.Quick;

    [Compared(nameof(Second))]
    public LoadTest First() => Methods.Quick;

    [Compared(nameof(Third))]
    public LoadTest Second() => Methods.Quick;

    [Compared(nameof(First))]
    public LoadTest Third() => Methods.Quick;

    [Compared(nameof(Plain))]
    public LoadTest OfPlain() => Methods.Quick;

    public LoadTest Plain() => Methods.Quick;

    public static LoadTest Static() => Methods.Quick;

    public LoadTest? ReturnsNull() => null;

    internal static Task<LoadTest> Hidden() => Task.FromResult(Methods.Quick);

    public LoadTest Takes(int number) => Methods.Quick.Sending(number);

    public LoadTest Takes(string text) => Methods.Quick.Get(text);

    public LoadTest TakesOne(int number) => Methods.Quick.Sending(number);

    public Task RunsIt() => Methods.Quick.RunAsync();

    [AttributeUsage(AttributeTargets.Method)]
    private sealed class ComparedAttribute(string reference) : Attribute, IThroughputAttribute
    {
        TestSettings IThroughputAttribute.Settings => new() { Reference = reference };
    }
}
