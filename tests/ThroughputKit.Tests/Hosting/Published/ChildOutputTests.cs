using System.Diagnostics;
using System.IO.Pipes;
using System.Text;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Published;

/// <summary>What is kept of what processes print, also of those that end while others may hold their output.</summary>
public sealed class ChildOutputTests : IDisposable
{
    private static readonly TimeSpan _long = TimeSpan.FromMinutes(1);

    private readonly AnonymousPipeServerStream[] _writers = [new(PipeDirection.Out), new(PipeDirection.Out)];
    private readonly ChildOutput _output = new();

    [Fact]
    public void Nothing_is_called_nothing()
    {
        Print(" \n\n");

        Assert.Equal("It printed nothing.", _output.Describe());
    }

    [Fact]
    public void Lines_may_come_in_pieces()
    {
        Print("one\r\ntw");
        Print("o\nthree");

        Assert.Equal(string.Join(Environment.NewLine, "Its output ended with:", "one", "two", "three"), _output.Describe());
    }

    [Theory]
    [InlineData("Now listening on: port 5000", null)]
    [InlineData("Now listening on: httpd", null)]
    [InlineData("Now listening on: http://127.0.0.1:5000", "http://127.0.0.1:5000/")]
    public void Only_an_address_is_taken_for_one(string line, string? address)
    {
        Print($"{line}\nnext\n");

        Assert.Equal(address, _output.FindAddress()?.ToString());
    }

    [Fact]
    public void Only_the_last_lines_are_kept()
    {
        Print(string.Concat(Enumerable.Range(1, 1000).Select(i => $"line {i}\n")));

        var lines = _output.Describe().Split(Environment.NewLine);
        Assert.Equal(("line 802", "line 1000"), (lines[1], lines[^1]));
    }

    [Fact]
    public void A_line_that_is_cut_off_is_left_out()
    {
        Print($"{new string('x', ChildOutput.MaxBytes)}\nthe end\n");

        Assert.Equal($"Its output ended with:{Environment.NewLine}the end", _output.Describe());
    }

    [Fact]
    public void An_address_counts_once_its_line_is_whole()
    {
        Print("info: Microsoft.Hosting.Lifetime[14]\n      Now listening on: http://[::]:50");
        Assert.Null(_output.FindAddress());

        Print("01\n");
        Assert.Equal(new Uri("http://127.0.0.1:5001"), _output.FindAddress());
    }

    [Fact]
    public void Lines_of_any_length_are_counted()
    {
        Print($"info: Shop.Orders[1]\n{new string('x', 100_000)}\ninfo: Shop.Orders[2]\n");

        Assert.Equal(3, _output.Printed.Lines);
        Assert.Equal([("Shop.Orders", 2)], _output.Printed.Categories());
    }

    [Fact]
    public void Printing_allocates_nothing()
    {
        var line = "a line of the log\n"u8.ToArray();
        _output.Add(line);

        Assert.Equal(0, Allocated.By(() => _output.Add(line), times: 10_000));
    }

    [Fact]
    public void All_that_was_printed_is_kept()
    {
        var output = Read(_long);
        for (var line = 0; line < 10_000; line++)
        {
            Print(0, $"{line}\n");
        }

        Print(1, "two\n");
        Array.ForEach(_writers, w => w.Dispose());

        output.Finish();

        Assert.Equal(10_001, output.Printed.Lines);
    }

    [Fact]
    public void An_output_that_another_process_holds_is_not_waited_for_to_its_end()
    {
        var output = Read(TimeSpan.FromMilliseconds(50));
        Print(0, "one\n");
        Print(1, "two\n");
        Assert.True(SpinWait.SpinUntil(() => output.Printed.Lines == 2, _long));
        var begun = Stopwatch.GetTimestamp();

        output.Finish();

        Assert.InRange(Stopwatch.GetElapsedTime(begun), TimeSpan.Zero, TimeSpan.FromSeconds(10));
        var lines = output.Describe().Split(Environment.NewLine);
        Assert.Equal(["one", "two"], lines[1..].Order(StringComparer.Ordinal));
    }

    [Fact]
    public void One_output_may_end_before_the_other()
    {
        var output = Read(TimeSpan.FromMilliseconds(50));
        _writers[0].Dispose();
        Print(1, "two\n");
        Assert.True(SpinWait.SpinUntil(() => output.Printed.Lines == 1, _long));

        output.Finish();
        output.Finish();

        Assert.EndsWith("two", output.Describe(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Output_without_end_is_not_read_to_its_end()
    {
        var output = Read(TimeSpan.FromMilliseconds(50));
        var endless = Task.Run(() =>
        {
            while (true)
            {
                Print(0, "again\n");
            }
        });

        output.Finish();
        output.Finish();

        await Assert.ThrowsAsync<IOException>(() => endless); // nobody reads any more
    }

    public void Dispose() => Array.ForEach(_writers, w => w.Dispose());

    private ChildOutput Read(TimeSpan limit) => new([.. _writers.Select(w => new AnonymousPipeClientStream(PipeDirection.In, w.ClientSafePipeHandle))]) { Limit = limit };

    private void Print(string text) => _output.Add(Encoding.UTF8.GetBytes(text));

    private void Print(int pipe, string text) => _writers[pipe].Write(Encoding.UTF8.GetBytes(text));
}
