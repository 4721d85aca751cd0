using ThroughputKit;

namespace Experiments;

internal sealed class Versions : IExperiment
{
    private static readonly string[] _frameworks = ["net8.0", "net9.0", "net10.0"];

    public string Name => "versions";

    public string Question => "What does a newer version of .NET change for the same code?";

    public string Published => "minimal APIs 168,250 RPS on .NET 8 and 164,250 on .NET 9, controllers 160,750 and 151,750; far less memory on .NET 9.";

    public async Task RunAsync(Session session)
    {
        var apps = await Task.WhenAll(_frameworks.Select(async framework =>
        {
            var folder = await Publishing.PublishAsync("samples/HelloApi", session.Cancellation, framework, $"-p:RunOn={framework}");
            return (Name: framework, Test: LoadTest.ForPublished(folder));
        }));
        await session.MeasureAsync("GET JSON, minimal API, self-contained, in processes of their own", Each("/hello"));
        await session.MeasureAsync("GET JSON, controller, the same", Each("/classic/hello"));
        await session.MeasureStartAsync("From the start of the process to the first response, and the first second", Each("/hello"));

        (string, LoadTest)[] Each(string path) => [.. apps.Select(a => (a.Name, a.Test.Get(path)))];
    }
}
