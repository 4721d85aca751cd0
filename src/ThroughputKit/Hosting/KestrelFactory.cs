using System.Reflection;
using System.Runtime.ExceptionServices;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Hosting;

/// <summary>
/// The framework's factory on real Kestrel, with a start that can be abandoned: the framework's own start can't be cancelled
/// and waits for minutes.
/// </summary>
internal sealed class KestrelFactory<TEntryPoint> : WebApplicationFactory<TEntryPoint>
    where TEntryPoint : class
{
    private static readonly TimeSpan _stopLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan _errorLimit = TimeSpan.FromSeconds(1);

    private readonly AppOptions _options;
    private readonly EntryPointStart _entry;
    private readonly X509Certificate2? _certificate;
    private readonly CancellationTokenSource _abandoned = new();
    private ListenOptions? _own;
    private ListenOptions? _http2;

    /// <param name="options">What the app is started with.</param>
    /// <param name="entry">The start of its entry point.</param>
    /// <param name="certificate">That of a port with TLS; <see langword="null"/> for plain HTTP.</param>
    /// <param name="isHttp2">Whether a port without TLS speaks HTTP/2, and nothing else.</param>
    /// <param name="hasHttp2">Whether there is a second port without TLS that does.</param>
    public KestrelFactory(AppOptions options, EntryPointStart entry, X509Certificate2? certificate, bool isHttp2, bool hasHttp2)
    {
        _options = options;
        _entry = entry;
        _certificate = certificate;

        // UseKestrel(port) sets the port only once the host is built, when a minimal app may already be starting.
        UseKestrel(kestrel =>
        {
            _http2 = hasHttp2 ? OwnEndpoint.AddUnseen(kestrel, isHttp2: true) : null; // first: the one that is added last is seen if the app has no other
            _own = OwnEndpoint.AddUnseen(kestrel, certificate, isHttp2);
        });
    }

    /// <summary>Gets the address on the port that the kit gave the app, whatever else it listens on; <see langword="null"/> before it listens there.</summary>
    public Uri? Address => OwnEndpoint.AddressOf(_own, _certificate is not null);

    /// <summary>Gets the address on the second port; <see langword="null"/> if there is none.</summary>
    public Uri? Http2Address => OwnEndpoint.AddressOf(_http2, overHttps: false);

    /// <summary>Ends a start that takes too long, or stops the host if that start succeeds later.</summary>
    public void Abandon() => _abandoned.Cancel();

    protected override IHostBuilder? CreateHostBuilder()
    {
        var builder = base.CreateHostBuilder();
        _entry.IsWithoutMain = builder is not null;
        return builder;
    }

    protected override IWebHostBuilder? CreateWebHostBuilder() => null; // the factory would never stop such a host

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        _abandoned.Token.ThrowIfCancellationRequested();
        builder.UseEnvironment(_options.Environment);
        builder.ConfigureAppConfiguration(c =>
        {
            _entry.LateSettings = c is IConfigurationRoot { Providers: var early } ? [.. _options.Configuration.Where(s => !Has(early, s)).Select(s => s.Key)]
                : [];
            c.AddInMemoryCollection(StaticAssets.Settings).AddInMemoryCollection(_options.Configuration);
        });
        var urls = builder.GetSetting(WebHostDefaults.ServerUrlsKey);
        _options.ConfigureWebHost?.Invoke(builder);
        if (_certificate is null && builder.GetSetting(WebHostDefaults.ServerUrlsKey) is { } asked && asked != urls && AppStart.AsksForTls(asked))
        {
            _entry.Refuse(AppStart.NoTls(asked));
        }

        builder.ConfigureServices((context, services) =>
        {
            StaticAssets.Find(services, context.Configuration);
            if (!_options.KeepFrameworkLogging)
            {
                services.PostConfigure<LoggerFilterOptions>(FrameworkLog.Quiet);
            }

            // A hanging handler would delay the end of the run by half a minute.
            services.PostConfigure<HostOptions>(o => o.ShutdownTimeout = o.ShutdownTimeout < _stopLimit ? o.ShutdownTimeout : _stopLimit);
            _options.ConfigureServices?.Invoke(services);
        });
    }

    protected override IHost CreateHost(IHostBuilder builder)
    {
        // Host configuration reaches a minimal app as its arguments, so it already applies while the app's builder is created.
        builder.UseEnvironment(_options.Environment);
        // Arguments can't express a missing value.
        builder.ConfigureHostConfiguration(
            c => c.AddInMemoryCollection(_options.Configuration.Select(s => new KeyValuePair<string, string?>(s.Key, s.Value ?? ""))));
        builder.ConfigureHostConfiguration(
            c => _entry.Arguments = (c as IConfiguration)?.AsEnumerable().Where(s => s.Value is not null).Select(Argument).ToArray());
        var host = builder.Build();
        try
        {
            host.StartAsync(_abandoned.Token).GetAwaiter().GetResult();
        }
        catch (ObjectDisposedException) when (EntryPointError(host) is { } error)
        {
            // A failing entry point disposes its host before it reports the reason; its own exception is more useful.
            ExceptionDispatchInfo.Throw(error);
        }
        catch
        {
            Discard(host);
            throw;
        }

        if (_abandoned.IsCancellationRequested)
        {
            host.StopAsync().GetAwaiter().GetResult();
            host.Dispose();
            throw new OperationCanceledException(_abandoned.Token);
        }

        return host;
    }

    private static bool Has(IEnumerable<IConfigurationProvider> providers, KeyValuePair<string, string?> setting) =>
        providers.Any(p => p.TryGet(setting.Key, out var value) && value == (setting.Value ?? ""));

    // The factory passes its host configuration so. The values of the test's own settings may be secret.
    private string Argument(KeyValuePair<string, string?> setting) =>
        $"--{setting.Key}={(_options.Configuration.ContainsKey(setting.Key) ? "..." : setting.Value)}";

    // The framework's factory keeps the exception that the app's entry point threw in a private field, and may report only that the host is disposed. If that
    // field isn't found, the framework's report stands.
    private static Exception? EntryPointError(IHost host)
    {
        var started = host.GetType().GetField("_hostStartedTcs", BindingFlags.Instance | BindingFlags.NonPublic)?.GetValue(host);
        if (started is not TaskCompletionSource { Task: var task })
        {
            return null;
        }

        // The entry point is about to end, so this wait is short.
        ((IAsyncResult)task).AsyncWaitHandle.WaitOne(_errorLimit);
        return task.Exception?.GetBaseException();
    }

    // The entry point of a minimal app owns its host and disposes it when the app stops. Disposing it here, while the entry
    // point may still be starting the server, would crash the process.
    private void Discard(IHost host)
    {
        try
        {
            host.Services.GetRequiredService<IHostApplicationLifetime>().StopApplication();
            if (_entry.IsWithoutMain)
            {
                host.Dispose();
            }
        }
        catch (ObjectDisposedException)
        {
            // A failing entry point disposes its host itself.
        }
    }
}
