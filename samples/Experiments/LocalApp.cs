namespace Experiments;

/// <summary>The apps that an experiment builds itself: on a free loopback port, without logging.</summary>
internal static class LocalApp
{
    public static WebApplicationBuilder CreateBuilder()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        return builder;
    }
}
