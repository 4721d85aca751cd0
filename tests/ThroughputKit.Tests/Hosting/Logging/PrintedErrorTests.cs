using System.Text;
using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Logging;

public class PrintedErrorTests
{
    private const string Log = """
        info: Microsoft.Hosting.Lifetime[14]
              Now listening on: http://127.0.0.1:5000
        fail: Shop.Orders[3]
              Of an InvalidOperationException: there is nothing more to say.
        fail: Microsoft.AspNetCore.Server.Kestrel[13]
              Connection id "0HN", Request id "0HN:2": An unhandled exception was thrown by the application.
              System.InvalidOperationException: The shelf is empty.
               ---> System.TimeoutException: Nobody came.
                 --- End of inner exception stack trace ---
                 at Shop.Shelf.Take() in /src/Shelf.cs:line 12
                 at Shop.Orders.Place()
        info: Shop.Orders[1]
              Placed
        fail: Microsoft.AspNetCore.Server.Kestrel[13]
              System.TimeoutException: Another.
                 at Shop.Shelf.Take()

        """;

    private static readonly string _first = string.Join(
        Environment.NewLine,
        "System.InvalidOperationException: The shelf is empty.",
        "---> System.TimeoutException: Nobody came.",
        "--- End of inner exception stack trace ---",
        "at Shop.Shelf.Take() in /src/Shelf.cs:line 12",
        "at Shop.Orders.Place()");

    [Fact]
    public void The_first_exception_that_was_thrown_is_kept_with_its_stack() => Assert.Equal(_first, Print(Log).Errors.First);

    [Fact]
    public void However_it_comes_in_pieces_it_is_the_same()
    {
        var bytes = Encoding.UTF8.GetBytes(Log);

        Prop.ForAll(Gen.Choose(1, 200).ListOf().ToArbitrary(), pieces =>
        {
            var (output, at) = (new ChildOutput(), 0);
            foreach (var length in pieces.Append(bytes.Length))
            {
                var next = Math.Min(bytes.Length, at + length);
                output.Add(bytes.AsSpan(at..next));
                at = next;
            }

            return output.Errors.First == _first;
        }).Check(FixedInputs.Of());
    }

    [Fact]
    public void What_was_printed_before_a_restart_is_of_another_run()
    {
        var output = Print(Log);
        output.Errors.Restart();
        Assert.Null(output.Errors.First);

        output.Add("Unhandled exception. System.IO.IOException: No space left.\n   at Shop.Main()\n"u8);
        Assert.Equal($"Unhandled exception. System.IO.IOException: No space left.{Environment.NewLine}at Shop.Main()", output.Errors.First);
    }

    [Theory]
    [InlineData("An Exception: none\nwas thrown\n")]
    [InlineData("at Shop.Main()\n")]
    [InlineData("")]
    public void What_names_no_place_is_no_exception(string printed) => Assert.Null(Print(printed).Errors.First);

    [Fact]
    public void Any_amount_is_taken()
    {
        var error = Print($"System.Exception: {new string('x', 100_000)}\n{string.Concat(Enumerable.Repeat("   at Shop.Deep()\n", 5_000))}").Errors.First;

        Assert.StartsWith("System.Exception: xxx", error, StringComparison.Ordinal);
        Assert.InRange(error!.Length, 500, 20_000);
    }

    private static ChildOutput Print(string printed)
    {
        var output = new ChildOutput();
        output.Add(Encoding.UTF8.GetBytes(printed));
        return output;
    }
}
