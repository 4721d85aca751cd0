using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

/// <summary>Static files of an app that is hosted from build output, in which some of them lie elsewhere.</summary>
public class StaticAssetsTests
{
    private const int Length = 1_723, LongestHead = 500;

    [Theory]
    [InlineData("Production")]
    [InlineData("Development")]
    public async Task Are_answered_with_their_content(string environment)
    {
        var plain = await LengthAsync(environment, "identity");
        var compressed = await LengthAsync(environment, "gzip"); // by the build, outside of the app's folder

        Assert.InRange(plain, Length, Length + LongestHead);
        Assert.InRange(compressed, Length / 8, plain - (Length / 4));
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Cost_other_requests_nothing()
    {
        var gates = new LoadGates { MaxAllocatedBytesPerRequest = 1e9 };

        var without = await LoadTest.For<App>().Get("/twin").With(Briefly).Within(gates).RunAsync();
        var with = await LoadTest.For<App>(app => app.Configuration["Mode"] = "serves files").Get("/twin").With(Briefly).Within(gates).RunAsync();

        Assert.Equal(without.Memory.Allocation!.BytesPerRequest!.Value, with.Memory.Allocation!.BytesPerRequest!.Value, 8.0);

        static void Briefly(LoadOptions options) => options.Duration = TimeSpan.FromMilliseconds(300);
    }

    private static async Task<long> LengthAsync(string environment, string encoding)
    {
        const int Requests = 8;
        var result = await LoadTest.For<App>(app => (app.Environment, app.Configuration["Mode"]) = (environment, "serves files"))
            .Send(LoadRequest.Get("/app.css").WithHeader("Accept-Encoding", encoding)).Sending(Requests).RunAsync();
        Assert.Equal(Requests, result.Succeeded);
        return result.BytesReceived / Requests;
    }
}
