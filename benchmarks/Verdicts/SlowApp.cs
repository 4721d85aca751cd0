using ThroughputKit;
using ThroughputKit.Hosting;

namespace Verdicts;

/// <summary>An app with an endpoint, its twin, and one that is slower by an amount that can be set.</summary>
internal sealed class SlowApp(Slowness slowness, double amount, int bytes = SlowApp.BaseBytes) : IAsyncDisposable
{
    /// <summary>How many bytes the array takes that one endpoint makes, unless it is to be larger.</summary>
    public const int BaseBytes = 40;

    /// <summary>What makes this program such an app alone.</summary>
    public const string Argument = "serve";

    private const double TailShare = 0.012;
    private const int ArrayHeader = 24;

    private readonly Lock _lock = new();
    private readonly ThreadLocal<double> _due = new();

    public WebApplication Host { get; private set; } = null!;

    public ILoadTarget Target { get; private set; } = null!;

    /// <summary>Makes a published app such an app: this program, which lies beside the shop.</summary>
    public static void Serve(PublishedAppOptions options)
    {
        options.EntryPoint = typeof(SlowApp).Assembly.GetName().Name;
        options.Arguments.Add(Argument);
    }

    public async Task<SlowApp> StartAsync()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        Host = builder.Build();
        Host.MapGet("/plain", () => Answer.Now());
        Host.MapGet("/twin", () => Answer.Now());
        Delegate slow = slowness switch
        {
            Slowness.Yield => YieldAsync,
            Slowness.Timer => (Func<Task<Answer>>)WaitAsync,
            _ => Slow,
        };
        Host.MapGet("/slow", slow);
        Host.MapGet("/steady", () => WaitAsync(0));
        Host.MapGet("/tail", () => WaitAsync(TailShare));
        Host.MapGet("/extra", () =>
        {
            GC.KeepAlive(new byte[bytes - ArrayHeader]);
            return Answer.Now();
        });
        await Host.StartAsync();
        Target = new HostTarget(Host);
        return this;
    }

    public ValueTask DisposeAsync()
    {
        _due.Dispose();
        return Host.DisposeAsync();
    }

    private async Task<Answer> YieldAsync()
    {
        for (var times = Times(); times > 0; times--)
        {
            await Task.Yield();
        }

        return Answer.Now();
    }

    // One request in twenty, as if it had to ask a slow dependency.
    private async Task<Answer> WaitAsync()
    {
        if (Random.Shared.Next(20) == 0)
        {
            await Task.Delay((int)amount);
        }

        return Answer.Now();
    }

    // Some wait longer, each for itself.
    private async Task<Answer> WaitAsync(double share)
    {
        await Task.Delay(5);
        if (Random.Shared.NextDouble() < share)
        {
            await Task.Delay((int)amount);
        }

        return Answer.Now();
    }

    private Answer Slow()
    {
        switch (slowness)
        {
            case Slowness.Spin:
                Thread.SpinWait((int)amount);
                break;
            case Slowness.Lock:
                lock (_lock)
                {
                    Thread.SpinWait((int)amount);
                }

                break;
            case Slowness.Allocation:
                for (var times = Times(); times > 0; times--)
                {
                    GC.KeepAlive(new byte[2_048]);
                }

                break;
            case Slowness.Pause:
                for (var times = Times(); times > 0; times--)
                {
                    Thread.Sleep(1);
                }

                break;
        }

        return Answer.Now();
    }

    // A whole number for this request; over many requests the amount.
    private int Times()
    {
        var due = _due.Value + amount;
        _due.Value = due - Math.Floor(due);
        return (int)due;
    }

    private sealed record Answer(string Message, DateTimeOffset At)
    {
        public static Answer Now() => new("Hello, World!", DateTimeOffset.UnixEpoch);
    }
}
