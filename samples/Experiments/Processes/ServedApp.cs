using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Experiments;

/// <summary>A small app in a process of its own, over http and https, until it is disposed of. It ends with this process in any case.</summary>
internal sealed class ServedApp : IAsyncDisposable
{
    public const string Argument = "serve";

    private static readonly TimeSpan _timeToStart = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan _timeToStop = TimeSpan.FromSeconds(5);

    private readonly Process _process;

    private ServedApp(Process process, string http, string https) => (_process, Http, Https) = (process, http, https);

    public string Http { get; }

    public string Https { get; }

    public TimeSpan ProcessorTime => _process.TotalProcessorTime;

    public long WorkingSet
    {
        get
        {
            _process.Refresh();
            return _process.WorkingSet64;
        }
    }

    public static async Task<ServedApp> StartAsync(CancellationToken cancellationToken)
    {
        // One's own executable, with the input that ends it.
        var start = new ProcessStartInfo(Environment.ProcessPath!, Argument) { UseShellExecute = false };
        (start.RedirectStandardInput, start.RedirectStandardOutput) = (true, true);
        var process = Process.Start(start)!;
        try
        {
            var addresses = await process.StandardOutput.ReadLineAsync(cancellationToken).AsTask().WaitAsync(_timeToStart, cancellationToken);
            return addresses?.Split(' ') is [var http, var https]
                ? new ServedApp(process, http, https)
                : throw new InvalidOperationException($"The experiments' own app could not be started. It wrote: {addresses}");
        }
        catch (Exception e)
        {
            process.Kill();
            process.Dispose();
            throw e is TimeoutException ? new InvalidOperationException($"The experiments' own app did not start within {_timeToStart.TotalSeconds:0} s.", e) : e;
        }
    }

    /// <summary>Serves until this process's input ends.</summary>
    public static async Task ServeAsync()
    {
        var builder = LocalApp.CreateBuilder();
        builder.WebHost.UseKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0);
            kestrel.Listen(IPAddress.Loopback, 0, listen => listen.UseHttps(Certificate()));
        });
        await using var app = builder.Build();
        app.UseWebSockets();
        app.MapGet("/date", () => TimeProvider.System.GetUtcNow().ToString("R", CultureInfo.InvariantCulture));
        app.MapGet("/trace", (HttpContext context) => context.TraceIdentifier);
        app.MapGet("/collect", () =>
        {
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true); // gives free parts of the heap back
            return GC.GetTotalMemory(forceFullCollection: true);
        });
        app.Map("/socket", async (HttpContext context) =>
        {
            using var socket = await context.WebSockets.AcceptWebSocketAsync();
            await socket.ReceiveAsync(Array.Empty<byte>(), context.RequestAborted);
        });
        await app.StartAsync();
        Console.WriteLine(string.Join(' ', app.Urls));
        await Console.In.ReadToEndAsync();
        await app.StopAsync(new CancellationToken(canceled: true));
    }

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        await Task.WhenAny(_process.WaitForExitAsync(CancellationToken.None), Task.Delay(_timeToStop));
        _process.Kill(); // does nothing if it has ended
        _process.Dispose();
    }

    private static X509Certificate2 Certificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var now = TimeProvider.System.GetUtcNow();
        return new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256).CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }
}
