using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>What a test may be compared with.</summary>
public class ReferenceMethodTests
{
    private const string Allowed = "Allowed: the name of a method of the same class that has no parameters and returns a LoadTest, or ThroughputReference.BuiltIn.";

    [Theory]
    [InlineData(nameof(References.Plain))]
    [InlineData(nameof(References.OfPlain))]
    [InlineData(nameof(References.ReturnsNull))] // found out when it is called
    [InlineData(nameof(References.Hidden))]
    [InlineData(ThroughputReference.BuiltIn)]
    public void A_method_that_returns_a_test(string reference)
    {
        Assert.Empty(ReferenceMethod.Check(Method(nameof(References.RunsIt)), reference));
        Assert.Equal(reference, ReferenceMethod.Find(Method(nameof(References.RunsIt)), reference)?.Name ?? ThroughputReference.BuiltIn);
    }

    [Theory]
    [InlineData("Plian", $"Reference is 'Plian', and References has no such method. {Allowed} Write it with nameof, so that the compiler sees it.")]
    [InlineData("", $"Reference is '', and References has no such method. {Allowed} Write it with nameof, so that the compiler sees it.")]
    [InlineData(nameof(References.Itself), $"Itself is its own Reference. {Allowed} It would be compared with itself, and always pass. Which other method does what it should be compared with?")]
    [InlineData(nameof(References.Takes), $"Reference is 'Takes', and References has 2 methods of that name. {Allowed} Give the reference a name of its own.")]
    [InlineData(nameof(References.TakesOne), $"Reference is 'TakesOne', which has parameters or returns no LoadTest. {Allowed} Nothing says what the parameters are, and what a method runs itself can't take turns with this test.")]
    [InlineData(nameof(References.RunsIt), $"Reference is 'RunsIt', which has parameters or returns no LoadTest. {Allowed} Nothing says what the parameters are, and what a method runs itself can't take turns with this test.")]
    public void What_is_no_reference(string reference, string expected) =>
        Assert.Equal(expected, Assert.Single(ReferenceMethod.Check(Method(nameof(References.Itself)), reference)).ToString());

    [Fact]
    public void A_static_test_has_no_instance_for_its_reference()
    {
        Assert.Equal(
            $"Reference is 'Plain', which needs an instance, and Static is static and has none. {Allowed} Make both static, or neither.",
            Assert.Single(ReferenceMethod.Check(Method(nameof(References.Static)), nameof(References.Plain))).ToString());
        Assert.Empty(ReferenceMethod.Check(Method(nameof(References.Static)), nameof(References.Hidden)));
    }

    [Fact]
    public void A_circle() => Assert.Equal(
        "References go round in a circle: First -> Second -> Third -> First. Allowed: references that end with a method without one. "
        + "Each would be judged by the other, and both could become slower together unseen. Choose one that stays as it is.",
        Assert.Single(ReferenceMethod.Check(Method(nameof(References.First)), nameof(References.Second))).ToString());

    [Fact]
    public void A_circle_that_the_test_is_not_part_of() =>
        Assert.Single(ReferenceMethod.Check(Method(nameof(References.Itself)), nameof(References.First)));

    private static TestMethod Method(string name) => new(typeof(References).GetMethod(name)!, ArgumentCount: 0);
}
