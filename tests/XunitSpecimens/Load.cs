using TestApp;
using ThroughputKit;

namespace XunitSpecimens;

internal static class Load
{
    /// <summary>A test that takes a fraction of a second.</summary>
    public static LoadTest Quick(this LoadTest test, long requests = 50) => test.With(o =>
    {
        o.Connections = 2;
        o.Requests = requests;
        o.WarmUp = TimeSpan.Zero;
    });

    public static LoadTest App(string path) => LoadTest.For<App>().Get(path).Quick();
}
