using System.Diagnostics;
using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace ThroughputKit.Hosting;

/// <summary>A minimal app of the kit's own: only Kestrel and one short answer, without routing, logging or middleware.</summary>
/// <remarks>
/// Traces and metrics are listened to by name, in the whole process. Those of this app have names of their own, so that what the app beside it has set up,
/// such as OpenTelemetry, doesn't take its part of these requests too.
/// </remarks>
internal sealed class BareTarget(OwnPort port = OwnPort.Http1) : ILoadTarget
{
    private const string Own = "ThroughputKit.BuiltIn";

    private static readonly byte[] _answer = "Hello, World!"u8.ToArray();

    public string Name => "The built-in endpoint";

    public bool IsInProcess => true;

    public OwnPort Port => port;

    public ILoadTarget On(OwnPort port) => new BareTarget(port);

    public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        var certificate = OwnCertificate.For(port);
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions { ApplicationName = typeof(BareTarget).Assembly.GetName().Name });
        builder.Services
            .AddSingleton(_ => new ActivitySource(Own))
            .AddSingleton(_ => new DiagnosticListener(Own))
            .AddSingleton<IMeterFactory, OwnMeters>();
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => OwnEndpoint.Add(kestrel, certificate, port == OwnPort.Http2));
        var app = builder.Build();
        app.Run(AnswerAsync);
        try
        {
            var start = Task.Run(() => app.StartAsync(cancellationToken), cancellationToken);
            var hostStart = await AppStart.WaitAsync(start, Name, timeout, waited: TimeSpan.Zero, cancellationToken).ConfigureAwait(false);
            var address = await ServerAddresses.FindAsync(app.Services, Name, cancellationToken).ConfigureAwait(false);
            return RunningApp.InProcess(address, app.Services, hostStart, app.DisposeAsync) with { Certificate = certificate?.RawData };
        }
        catch
        {
            await app.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private static Task AnswerAsync(HttpContext context)
    {
        context.Response.ContentType = "text/plain";
        context.Response.ContentLength = _answer.Length;
        return context.Response.Body.WriteAsync(_answer, 0, _answer.Length);
    }

    private sealed class OwnMeters : IMeterFactory
    {
        private readonly Meter _meter = new(Own);

        public Meter Create(MeterOptions options) => _meter;

        public void Dispose() => _meter.Dispose();
    }
}
