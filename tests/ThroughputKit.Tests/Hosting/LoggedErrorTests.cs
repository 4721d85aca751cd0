using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Hosting;

namespace ThroughputKit.Tests.Hosting;

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
            LoggedError.Describe(Thrown, "An unhandled exception has occurred."));
    }

    [Fact]
    public void Takes_the_first_frame_where_no_lines_are_known() => Assert.Equal(
        "System.TimeoutException: Nobody came. at System.Threading.Wait()",
        LoggedError.Describe("System.TimeoutException: Nobody came.\r\n   at System.Threading.Wait()\r\n   at Shop.Take()", ""));

    [Fact]
    public void A_cause_that_was_never_thrown_has_no_frames() => Assert.Equal(
        "A: a ---> B: b at Shop.Take()", LoggedError.Describe("A: a\n ---> B: b\n   --- End of inner exception stack trace ---\n   at Shop.Take()", ""));

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData(null)]
    public void Takes_the_message_where_there_is_no_exception(string? exception) => Assert.Equal("The queue has gone.", LoggedError.Describe(exception, "The queue\nhas gone.\n"));

    [Fact]
    public void Says_nothing_where_there_is_nothing() => Assert.Null(LoggedError.Describe(null, ""));

    [Fact]
    public void A_long_message_does_not_hide_where_it_was_thrown()
    {
        var text = LoggedError.Describe($"System.Exception: {new string('x', 10_000)}\n   at Shop.Take() in /src/Shelf.cs:line 12", "")!;

        Assert.EndsWith("xxx… at Shop.Take() in /src/Shelf.cs:line 12", text, StringComparison.Ordinal);
        Assert.InRange(text.Length, 400, 500);
    }

    [Fact]
    public void Is_one_line_of_some_hundred_characters()
    {
        var texts = ArbMap.Default.ArbFor<string?>();

        Prop.ForAll(texts, texts, (exception, message) =>
            LoggedError.Describe(exception, message) is not { } text || (text.Length <= 703 && !text.Contains('\n', StringComparison.Ordinal))).QuickCheckThrowOnFailure();
    }
}
