using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace ThroughputKit.Hosting;

/// <summary>A minimal app of the kit's own: only Kestrel and one short answer, without routing, logging or middleware.</summary>
internal sealed class BareTarget : ILoadTarget
{
    private static readonly byte[] _answer = "Hello, World!"u8.ToArray();

    public string Name => "The built-in endpoint";

    public bool IsInProcess => true;

    public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions { ApplicationName = typeof(BareTarget).Assembly.GetName().Name });
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => OwnEndpoint.Add(kestrel));
        var app = builder.Build();
        app.Run(AnswerAsync);
        try
        {
            var start = Task.Run(() => app.StartAsync(cancellationToken), cancellationToken);
            var hostStart = await AppStart.WaitAsync(start, Name, timeout, waited: TimeSpan.Zero, cancellationToken).ConfigureAwait(false);
            return RunningApp.InProcess(ServerAddresses.Find(app.Services, Name), app.Services, hostStart, app.DisposeAsync);
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
}
