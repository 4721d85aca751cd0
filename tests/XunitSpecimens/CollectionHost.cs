using TestApp;
using ThroughputKit;
using Xunit;

namespace XunitSpecimens;

/// <summary>A host for the classes of a collection, which the user has not taken out of parallel runs.</summary>
public class CollectionHost
{
    [CollectionDefinition("Host")]
    public sealed class Definition : ICollectionFixture<ThroughputHost<App>>;

    [Collection("Host")]
    public class First(ThroughputHost<App> host)
    {
        [ThroughputFact]
        public LoadTest Runs() => LoadTest.For(host).Get("/text").Quick();
    }

    [Collection("Host")]
    public class Second(ThroughputHost<App> host)
    {
        [ThroughputFact]
        public LoadTest Runs() => LoadTest.For(host).Get("/text").Quick();
    }
}
