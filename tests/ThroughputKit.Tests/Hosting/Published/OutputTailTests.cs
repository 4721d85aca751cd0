using System.Text;
using ThroughputKit.Hosting.Published;

namespace ThroughputKit.Tests.Hosting.Published;

public class OutputTailTests
{
    private readonly OutputTail _tail = new();

    [Fact]
    public void Nothing_is_called_nothing()
    {
        Print(" \n\n");

        Assert.Equal("It printed nothing.", _tail.Describe());
    }

    [Fact]
    public void Lines_may_come_in_pieces()
    {
        Print("one\r\ntw");
        Print("o\nthree");

        Assert.Equal(string.Join(Environment.NewLine, "Its output ended with:", "one", "two", "three"), _tail.Describe());
    }

    [Theory]
    [InlineData("Now listening on: port 5000", null)]
    [InlineData("Now listening on: httpd", null)]
    [InlineData("Now listening on: http://127.0.0.1:5000", "http://127.0.0.1:5000/")]
    public void Only_an_address_is_taken_for_one(string line, string? address)
    {
        Print($"{line}\nnext\n");

        Assert.Equal(address, _tail.FindAddress()?.ToString());
    }

    [Fact]
    public void Only_the_last_lines_are_kept()
    {
        Print(string.Concat(Enumerable.Range(1, 1000).Select(i => $"line {i}\n")));

        var lines = _tail.Describe().Split(Environment.NewLine);
        Assert.Equal(("line 802", "line 1000"), (lines[1], lines[^1]));
    }

    [Fact]
    public void A_line_that_is_cut_off_is_left_out()
    {
        Print($"{new string('x', OutputTail.MostBytes)}\nthe end\n");

        Assert.Equal($"Its output ended with:{Environment.NewLine}the end", _tail.Describe());
    }

    [Fact]
    public void An_address_counts_once_its_line_is_whole()
    {
        Print("info: Microsoft.Hosting.Lifetime[14]\n      Now listening on: http://[::]:50");
        Assert.Null(_tail.FindAddress());

        Print("01\n");
        Assert.Equal(new Uri("http://127.0.0.1:5001"), _tail.FindAddress());
    }

    [Fact]
    public void Printing_allocates_nothing()
    {
        var line = "a line of the log\n"u8.ToArray();
        _tail.Add(line);
        var before = GC.GetAllocatedBytesForCurrentThread();

        for (var i = 0; i < 10_000; i++)
        {
            _tail.Add(line);
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    private void Print(string text) => _tail.Add(Encoding.UTF8.GetBytes(text));
}
