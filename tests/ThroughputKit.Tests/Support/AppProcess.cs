using System.Diagnostics;
using System.Reflection;

namespace ThroughputKit.Tests.Support;

/// <summary>An app in its own process, on a free loopback port.</summary>
internal sealed class AppProcess : IDisposable
{
    private const string Announcement = "Now listening on: ";

    private readonly Process _process;

    private AppProcess(Process process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    /// <summary>Starts HelloApi.</summary>
    /// <param name="more">Further arguments; the last one counts.</param>
    public static Task<AppProcess> StartAsync(params string[] more) => StartAsync(typeof(HelloApi.HelloApp).Assembly, more);

    public static async Task<AppProcess> StartAsync(Assembly app, params string[] more)
    {
        string[] arguments =
        [
            app.Location, "--urls=http://127.0.0.1:0", "--environment=Production",
            "--Logging:LogLevel:Default=Warning", "--Logging:LogLevel:Microsoft.Hosting.Lifetime=Information", .. more,
        ];
        var process = Process.Start(new ProcessStartInfo("dotnet", arguments)
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        while (await process.StandardOutput.ReadLineAsync() is { } line)
        {
            if (line.IndexOf(Announcement, StringComparison.Ordinal) is var at and >= 0)
            {
                // Later output is not needed, but a full pipe would block the app.
                _ = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null);
                return new AppProcess(process, new Uri(line[(at + Announcement.Length)..]));
            }
        }

        throw new InvalidOperationException($"{app.Location} exited with {process.ExitCode} before it listened.");
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
