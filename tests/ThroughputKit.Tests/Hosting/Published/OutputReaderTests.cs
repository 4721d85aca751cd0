using System.Diagnostics;
using System.IO.Pipes;
using System.Text;
using ThroughputKit.Hosting.Published;

namespace ThroughputKit.Tests.Hosting.Published;

/// <summary>What is printed by processes that end, while others may hold their output.</summary>
public sealed class OutputReaderTests : IDisposable
{
    private readonly AnonymousPipeServerStream[] _writers = [new(PipeDirection.Out), new(PipeDirection.Out)];
    private readonly OutputTail _output = new();

    [Fact]
    public void All_that_was_printed_is_kept()
    {
        using var reader = Read();
        for (var line = 0; line < 10_000; line++)
        {
            Print(0, $"{line}\n");
        }

        Print(1, "two\n");
        Array.ForEach(_writers, w => w.Dispose());

        reader.Finish();

        Assert.Equal(10_001, _output.Lines);
    }

    [Fact]
    public void An_output_that_another_process_holds_is_not_waited_for_to_its_end()
    {
        using var reader = Read();
        Print(0, "one\n");
        Print(1, "two\n");
        var begun = Stopwatch.GetTimestamp();

        reader.Finish();

        Assert.InRange(Stopwatch.GetElapsedTime(begun), TimeSpan.Zero, TimeSpan.FromSeconds(10));
        var lines = _output.Describe().Split(Environment.NewLine);
        Assert.Equal(["one", "two"], lines[1..].Order(StringComparer.Ordinal));
    }

    [Fact]
    public void One_output_may_end_before_the_other()
    {
        using var reader = Read();
        _writers[0].Dispose();
        Print(1, "two\n");

        reader.Finish();
        reader.Finish();

        Assert.EndsWith("two", _output.Describe(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Output_without_end_is_not_read_to_its_end()
    {
        var reader = Read();
        var endless = Task.Run(() =>
        {
            while (true)
            {
                Print(0, "again\n");
            }
        });

        reader.Finish();
        reader.Dispose();

        await Assert.ThrowsAsync<IOException>(() => endless); // nobody reads any more
    }

    public void Dispose() => Array.ForEach(_writers, w => w.Dispose());

    private OutputReader Read() =>
        new([.. _writers.Select(w => new AnonymousPipeClientStream(PipeDirection.In, w.ClientSafePipeHandle))], _output);

    private void Print(int pipe, string text) => _writers[pipe].Write(Encoding.UTF8.GetBytes(text));
}
