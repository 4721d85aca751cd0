using System.Diagnostics;

namespace ThroughputKit.Tests.Support;

/// <summary>HelloApi in its own process, on a free loopback port.</summary>
internal sealed class AppProcess : IDisposable
{
    private const string Announcement = "Now listening on: ";

    private readonly Process _process;

    private AppProcess(Process process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    /// <param name="more">Further arguments; the last one counts.</param>
    public static async Task<AppProcess> StartAsync(params string[] more)
    {
        var app = typeof(HelloApi.HelloApp).Assembly.Location;
        string[] arguments =
        [
            app, "--urls=http://127.0.0.1:0", "--environment=Production",
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

        throw new InvalidOperationException($"{app} exited with {process.ExitCode} before it listened.");
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
