using ThroughputKit.Reporting;

namespace ThroughputKit.Tests.Reporting;

/// <summary>Names of types as the runtime gives them, written in C#.</summary>
public class TypeNameTests
{
    [Theory]
    [InlineData("System.String", "string")]
    [InlineData("System.Byte[]", "byte[]")]
    [InlineData("System.Int32[,]", "int[,]")]
    [InlineData("System.Char[][]", "char[][]")]
    [InlineData("Shop.Orders.Order", "Order")]
    [InlineData("TwoElementAsyncLocalValueMap", "TwoElementAsyncLocalValueMap")]
    [InlineData("System.Collections.Generic.Dictionary`2[System.String,Shop.Order[]]", "Dictionary<string, Order[]>")]
    [InlineData("System.Collections.Generic.List`1[System.Int64][]", "List<long>[]")]
    [InlineData("System.Collections.Generic.List`1+Enumerator[System.Int32]", "List.Enumerator<int>")]
    [InlineData(
        "Node[System.Int32,System.ValueTuple`2[System.Nullable`1[Microsoft.EntityFrameworkCore.WarningBehavior],System.Nullable`1[Microsoft.Extensions.Logging.LogLevel]]]",
        "Node<int, (WarningBehavior?, LogLevel?)>")]
    [InlineData("System.ValueTuple`1[System.Boolean]", "ValueTuple<bool>")]
    [InlineData("AsyncStateMachineBox`1[System.Threading.Tasks.VoidTaskResult,<Shop.IStore.Find>d__5]", "AsyncStateMachineBox<VoidTaskResult, <Shop.IStore.Find>d__5>")]
    [InlineData("Shop.Store+<>c__DisplayClass0_0`1[System.Object]", "Store.<>c__DisplayClass0_0<object>")]
    [InlineData("<>f__AnonymousType0`2[System.Double,System.Single]", "<>f__AnonymousType0<double, float>")]
    [InlineData("List`1", "List")]
    [InlineData("", "")]
    [InlineData("Broken`1[System.Int32", "Broken<int>")]
    [InlineData("Broken]System", "Broken]System")]
    [InlineData("Broken[", "Broken[")]
    public void Are_written_without_namespaces(string name, string expected) => Assert.Equal(expected, TypeName.InCSharp(name));

    [Fact]
    public void Are_cut_if_they_are_very_long() => Assert.Equal($"{new string('x', 100)}...", TypeName.InCSharp($"Shop.{new string('x', 101)}"));
}
