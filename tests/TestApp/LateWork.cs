using System.Diagnostics;
using System.Threading.Channels;

namespace TestApp;

/// <summary>Work that requests leave to do after their responses: a tenth of a millisecond each, and at most a hundred wait.</summary>
public sealed class LateWork
{
    private static readonly TimeSpan _each = TimeSpan.FromMilliseconds(0.1);

    private readonly Channel<int> _channel = Channel.CreateBounded<int>(100);

    public LateWork() => _ = Task.Run(DoAsync);

    public ValueTask LeaveAsync() => _channel.Writer.WriteAsync(0);

    private async Task DoAsync()
    {
        await foreach (var _ in _channel.Reader.ReadAllAsync())
        {
            var begun = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(begun) < _each)
            {
            }
        }
    }
}
