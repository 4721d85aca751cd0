using HelloApi;
using ThroughputKit;

namespace Experiments;

internal sealed class Machine : IExperiment
{
    private const int Exact = 2;

    public string Name => "machine";

    public string Question => "What moves when another process takes half of the processor, and what doesn't?";

    public string Published => "nothing.";

    public async Task RunAsync(Session session)
    {
        await using var host = new ThroughputHost<HelloApp>();
        (string, LoadTest)[] variants = [("minimal API", LoadTest.For(host).Get("/hello")), ("controller", LoadTest.For(host).Get("/classic/hello"))];
        var quiet = await session.MeasureAsync("A quiet machine", variants);
        using var other = new Burner();
        var busy = await session.MeasureAsync("Half of the processor is taken", variants);
        session.Expect("the other process ran all the time", other.IsRunning);
        foreach (var (name, _) in variants)
        {
            var more = busy[name].AllocatedBytesPerRequest - quiet[name].AllocatedBytesPerRequest;
            session.Expect($"{name} allocates the same bytes per request, measured {more:+0.0;-0.0} B", more is > -Exact and < Exact);
        }
    }
}
