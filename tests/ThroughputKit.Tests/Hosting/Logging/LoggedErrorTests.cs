using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Logging;

public class LoggedErrorTests
{
    [Fact]
    public void Says_what_was_thrown_why_and_where_in_code_whose_lines_are_known()
    {
        const string Thrown = """
            System.InvalidOperationException: The shelf is empty.
             ---> System.TimeoutException: Nobody came.
               at System.Threading.Wait()
               at Shop.Shelf.Take() in /src/Shelf.cs:line 12
               --- End of inner exception stack trace ---
               at Shop.Orders.Place() in /src/Orders.cs:line 7
            """;

        Assert.Equal(
            "System.InvalidOperationException: The shelf is empty. ---> System.TimeoutException: Nobody came. at Shop.Shelf.Take() in /src/Shelf.cs:line 12",
            LoggedError.InALine(Thrown));
    }

    [Fact]
    public void Takes_the_first_frame_where_no_lines_are_known() => Assert.Equal(
        "System.TimeoutException: Nobody came. at System.Threading.Wait()",
        LoggedError.InALine("System.TimeoutException: Nobody came.\r\n   at System.Threading.Wait()\r\n   at Shop.Take()"));

    [Fact]
    public void A_cause_that_was_never_thrown_has_no_frames() => Assert.Equal(
        "A: a ---> B: b at Shop.Take()", LoggedError.InALine("A: a\n ---> B: b\n   --- End of inner exception stack trace ---\n   at Shop.Take()"));

    [Fact]
    public void A_long_message_does_not_hide_where_it_was_thrown()
    {
        var text = LoggedError.InALine($"System.Exception: {new string('x', 10_000)}\n   at Shop.Take() in /src/Shelf.cs:line 12");

        Assert.EndsWith("xxx… at Shop.Take() in /src/Shelf.cs:line 12", text, StringComparison.Ordinal);
        Assert.InRange(text.Length, 400, 500);
    }

    [Fact]
    public void Is_one_line_of_some_hundred_characters() => Prop.ForAll(
        ArbMap.Default.ArbFor<NonNull<string>>(),
        error => LoggedError.InALine(error.Get) is { Length: <= 703 } text && !text.Contains('\n', StringComparison.Ordinal)).Check(FixedInputs.Of());

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData(" \n ")]
    public void Nothing_stays_nothing(string? text) => Assert.Null(LoggedError.Shorten(text));

    [Fact]
    public void A_stack_is_kept_but_for_what_is_very_long()
    {
        var lines = LoggedError.Shorten($"A: {new string('x', 1_000)}\r\n{string.Join('\n', Enumerable.Range(0, 100).Select(i => $"   at Shop.Take{i}()"))}")!.Split(Environment.NewLine);

        Assert.Equal(41, lines.Length);
        Assert.Equal(301, lines[0].Length);
        Assert.Equal("   at Shop.Take38()", lines[39]);
        Assert.Equal("…", lines[40]);
    }
}
