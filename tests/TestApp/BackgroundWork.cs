using System.Diagnostics;

namespace TestApp;

/// <summary>Allocates so many bytes a second, however seldom it has the processor.</summary>
public sealed class BackgroundWork : BackgroundService
{
    public const int BytesPerSecond = 4_000_000;

    private const int Piece = 1_000;

    /// <summary>Gets the last piece, so that each is really made.</summary>
    public byte[] Last { get; private set; } = [];

    protected override Task ExecuteAsync(CancellationToken stoppingToken) => Task.Factory.StartNew(
        () => Allocate(stoppingToken), stoppingToken, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private void Allocate(CancellationToken stoppingToken)
    {
        var begun = Stopwatch.GetTimestamp();
        for (long allocated = 0; !stoppingToken.IsCancellationRequested; Thread.Sleep(1))
        {
            for (var due = Stopwatch.GetElapsedTime(begun).TotalSeconds * BytesPerSecond; allocated < due; allocated += Piece)
            {
                Last = new byte[Piece - 24]; // less its header and length
            }
        }
    }
}
