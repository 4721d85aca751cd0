using System.Security.Cryptography.X509Certificates;
using ThroughputKit.Tests.Support;

namespace Engines;

/// <summary>The app in another process over https, with a certificate made for it.</summary>
internal sealed class SecureApp : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();
    private AppProcess? _app;

    public Uri Address => _app!.Address;

    public static async Task<SecureApp> StartAsync()
    {
        var secure = new SecureApp();
        var file = Path.Combine(secure._folder.FullName, "localhost.pfx");
        using (var certificate = Certificate.ForLocalhost())
        {
            await File.WriteAllBytesAsync(file, certificate.Export(X509ContentType.Pkcs12));
        }

        secure._app = await AppProcess.StartAsync("--urls=https://127.0.0.1:0", $"--Kestrel:Certificates:Default:Path={file}");
        return secure;
    }

    public void Dispose()
    {
        _app?.Dispose();
        _folder.Delete(recursive: true);
    }
}
