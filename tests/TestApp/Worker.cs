namespace TestApp;

/// <summary>An app without a web server. It also runs without ASP.NET Core.</summary>
internal static class Worker
{
    public static void Run(string[] args)
    {
        using var worker = Host.CreateApplicationBuilder(args).Build();
        worker.Run();
    }
}
