using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>The methods that may and may not be a test's reference.</summary>
public class ReferenceMethodTests
{
    private const string Allowed = "Expected: the name of a method of the same class that has no parameters and returns a LoadTest, or ThroughputReference.BuiltIn.";

    [Theory]
    [InlineData(nameof(References.Plain))]
    [InlineData(nameof(References.OfPlain))]
    [InlineData(nameof(References.ReturnsNull))] // detected when it is called
    [InlineData(nameof(References.Hidden))]
    [InlineData(ThroughputReference.BuiltIn)]
    public void A_method_that_returns_a_test(string reference)
    {
        Assert.Empty(ReferenceMethod.Check(Method(nameof(References.RunsIt)), reference));
        Assert.Equal(reference, ReferenceMethod.Find(Method(nameof(References.RunsIt)), reference)?.Name ?? ThroughputReference.BuiltIn);
    }

    [Theory]
    [InlineData("Plian", $"Reference is 'Plian', and References has no such method. {Allowed} Use nameof, so the compiler checks the name.")]
    [InlineData("", $"Reference is '', and References has no such method. {Allowed} Use nameof, so the compiler checks the name.")]
    [InlineData(nameof(References.Itself), $"Itself is its own Reference. {Allowed} It would be compared with itself and always pass. Name another method to compare it with.")]
    [InlineData(nameof(References.Takes), $"Reference is 'Takes', and References has 2 methods of that name. {Allowed} Give the reference a unique name.")]
    [InlineData(nameof(References.TakesOne), $"Reference is 'TakesOne', which has parameters. {Allowed} The kit has no values for them. Write a method without parameters.")]
    [InlineData(nameof(References.RunsIt), $"Reference is 'RunsIt', which returns Task, not a LoadTest. {Allowed} The two take turns, which needs the LoadTest itself. Return it from the method.")]
    public void Invalid_references_are_errors(string reference, string expected) =>
        Assert.Equal(expected, Assert.Single(ReferenceMethod.Check(Method(nameof(References.Itself)), reference)).ToString());

    [Fact]
    public void A_static_test_has_no_instance_for_its_reference()
    {
        Assert.Equal(
            $"Reference is 'Plain', an instance method, but the test Static is static. {Allowed} Make both static, or neither.",
            Assert.Single(ReferenceMethod.Check(Method(nameof(References.Static)), nameof(References.Plain))).ToString());
        Assert.Empty(ReferenceMethod.Check(Method(nameof(References.Static)), nameof(References.Hidden)));
    }

    [Fact]
    public void A_circle_of_references_is_an_error() => Assert.Equal(
        "References form a circle: First -> Second -> Third -> First. Expected: references that end with a method without a Reference. "
        + "Each would be judged by the other, so all could become slower unnoticed. Choose a reference that doesn't change.",
        Assert.Single(ReferenceMethod.Check(Method(nameof(References.First)), nameof(References.Second))).ToString());

    [Fact]
    public void A_circle_without_the_test_is_an_error_too() =>
        Assert.Single(ReferenceMethod.Check(Method(nameof(References.Itself)), nameof(References.First)));

    private static TestMethod Method(string name) => new(typeof(References).GetMethod(name)!, ArgumentCount: 0);
}
