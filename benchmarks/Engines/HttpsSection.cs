using System.Security.Cryptography.X509Certificates;
using ThroughputKit;
using ThroughputKit.Tests.Support;

namespace Engines;

/// <summary>The app in another process over https, with a certificate made for the section.</summary>
internal static class HttpsSection
{
    private const int Connections = 64;

    public static async Task RunAsync(Session session, Settings settings, IReadOnlyList<LoadEngine> engines)
    {
        var folder = Directory.CreateTempSubdirectory();
        try
        {
            var file = Path.Combine(folder.FullName, "localhost.pfx");
            using (var certificate = Certificate.ForLocalhost())
            {
                await File.WriteAllBytesAsync(file, certificate.Export(X509ContentType.Pkcs12));
            }

            using var app = await AppProcess.StartAsync("--urls=https://127.0.0.1:0", $"--Kestrel:Certificates:Default:Path={file}");
            await GeneratorSection.RunAsync(
                session, settings with { Connections = [Connections] }, "App in another process over https", app.Address,
                [.. Tool.Installed.Where(t => t.Program is "wrk" or "h2load").Select(t => new ToolGenerator(t)), .. engines.Select(e => new KitGenerator(e))]);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
