using TestApp;
using ThroughputKit;
using Xunit;

namespace XunitSpecimens;

public class BrokenHost(BrokenHost.Host host) : IClassFixture<BrokenHost.Host>
{
    [ThroughputTheory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public LoadTest Needs_the_app(int round) => LoadTest.For(host).Get($"/text?round={round}").Quick();

    public sealed class Host : ThroughputHost<App>
    {
        protected override void Configure(AppOptions app) => app.Configuration["Mode"] = "throws";
    }
}
