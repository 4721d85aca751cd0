namespace Experiments;

/// <summary>The apps that an experiment builds itself: on a free loopback port, without logging.</summary>
internal static class LocalApp
{
    /// <summary>Returns a client that never takes the way through a proxy of the environment.</summary>
    public static HttpClient CreateClient(string address) => new(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = new Uri(address) };

    public static WebApplicationBuilder CreateBuilder()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        return builder;
    }
}
