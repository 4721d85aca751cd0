using HelloApi;
using ThroughputKit;

namespace Experiments;

internal sealed class Machine : IExperiment
{
    public string Name => "machine";

    public string Question => "What moves when another process takes half of the processor, and what doesn't?";

    public string Published => "nothing.";

    public async Task RunAsync(Session session)
    {
        await using var host = new ThroughputHost<HelloApp>();
        (string, LoadTest)[] variants = [("minimal API", LoadTest.For(host).Get("/hello")), ("controller", LoadTest.For(host).Get("/classic/hello"))];
        await session.MeasureAsync("A quiet machine", variants);
        using var other = new Burner();
        await session.MeasureAsync("Half of the processor is taken", variants);
    }
}
