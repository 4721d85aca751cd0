namespace TestApp;

/// <summary>A hosted service that starts or stops in one of the ways in which it should not.</summary>
public sealed class FaultyService(string mode) : IHostedService
{
    public static IReadOnlyList<string> Modes { get; } =
    [
        "hangs in a hosted service", "blocks in a hosted service", "fails in a hosted service", "times out in a hosted service",
        "hangs at stop", "fails at stop", "prints an address long before it has started",
    ];

    public Task StartAsync(CancellationToken cancellationToken) => mode switch
    {
        "hangs in a hosted service" => Task.Delay(Timeout.Infinite, cancellationToken),
        "blocks in a hosted service" => Block(),
        "fails in a hosted service" => throw new InvalidOperationException("The queue 'orders' is not there."),
        "times out in a hosted service" => throw new TimeoutException("The database didn't answer."),
        "prints an address long before it has started" => PrintAsync(cancellationToken),
        _ => Task.CompletedTask,
    };

    public Task StopAsync(CancellationToken cancellationToken) => mode switch
    {
        "hangs at stop" => Task.Delay(Timeout.Infinite, CancellationToken.None),
        "fails at stop" => throw new InvalidOperationException("The queue 'orders' has gone."),
        _ => Task.CompletedTask,
    };

    private static Task PrintAsync(CancellationToken cancellationToken)
    {
        Console.WriteLine("Now listening on: http://127.0.0.1:1");
        return Task.Delay(TimeSpan.FromSeconds(3), cancellationToken);
    }

    private static Task Block()
    {
        Thread.Sleep(TimeSpan.FromSeconds(4));
        return Task.CompletedTask;
    }
}
