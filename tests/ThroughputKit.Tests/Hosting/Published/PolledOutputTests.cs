using System.IO.Pipes;
using System.Text;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Published;

/// <summary>What is printed by processes that end, while others hold their output.</summary>
public sealed class PolledOutputTests : IDisposable
{
    private readonly AnonymousPipeServerStream[] _writers = [new(PipeDirection.Out), new(PipeDirection.Out)];
    private readonly OutputTail _output = new();

    [UnixFact("there is no poll.")]
    public void All_that_is_there_is_read_though_the_output_is_still_held()
    {
        using var reader = Read();
        Print(0, "one\n");
        Print(1, "two\n");

        reader.Finish();

        var lines = _output.Describe().Split(Environment.NewLine);
        Assert.Equal(["one", "two"], lines[1..].Order(StringComparer.Ordinal));
    }

    [UnixFact("there is no poll.")]
    public void One_output_may_end_before_the_other()
    {
        using var reader = Read();
        _writers[0].Dispose();
        Print(1, "two\n");

        reader.Finish();
        reader.Finish();

        Assert.EndsWith("two", _output.Describe(), StringComparison.Ordinal);
    }

    [UnixFact("there is no poll.")]
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

    private PolledOutput Read() =>
        new([.. _writers.Select(w => new AnonymousPipeClientStream(PipeDirection.In, w.ClientSafePipeHandle))], _output);

    private void Print(int pipe, string text) => _writers[pipe].Write(Encoding.UTF8.GetBytes(text));
}
