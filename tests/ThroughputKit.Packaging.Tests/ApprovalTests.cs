using ThroughputKit.Tests.Packaging.Support;

namespace ThroughputKit.Tests.Packaging;

public class ApprovalTests
{
    [Fact]
    public void A_removed_line_has_a_minus_and_an_added_one_a_plus() =>
        Assert.Equal("- int Old();\n+ int New();", Approval.Difference("class A\n    int Old();\n", "class A\n    int New();\n"));

    [Fact]
    public void A_line_that_is_repeated_once_more_counts_once() =>
        Assert.Equal("+ int Mean { get; }", Approval.Difference("int Mean { get; }\n", "int Mean { get; }\nint Mean { get; }\n"));

    [Fact]
    public void Lines_in_another_order_are_a_difference_too() => Assert.Equal("The order of the lines.", Approval.Difference("a\nb\n", "b\na\n"));
}
