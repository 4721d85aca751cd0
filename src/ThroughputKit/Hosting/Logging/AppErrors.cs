using System.Diagnostics;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// The first error of an app of this process: what it logs or, if its log can't be read, an exception that came to the framework. Serilog, for example,
/// replaces the log, and accepts no further providers.
/// </summary>
/// <remarks>
/// Exceptions are observed only after a request has failed, only until one is found, and only for a thousand events. As soon as anybody subscribes to the
/// framework's diagnostics, MVC allocates more for every request, whatever the subscription asks for.
/// </remarks>
internal sealed class AppErrors : IErrorLog, IObserver<KeyValuePair<string, object?>>
{
    private static readonly string[] _events =
    [
        "Microsoft.AspNetCore.Hosting.UnhandledException",
        "Microsoft.AspNetCore.Diagnostics.UnhandledException", // the developer's exception page
        "Microsoft.AspNetCore.Hosting.EndRequest", // UseExceptionHandler leaves the exception with the request
    ];

    // Failures without an exception would go on for the whole window, in which the app must be as fast as others.
    private const int MaxObserved = 1_000;

    private readonly ErrorLog? _log;
    private readonly DiagnosticListener? _diagnostics;
    private readonly Lock _lock = new();
    private IDisposable? _subscription;
    private volatile string? _exception;
    private int _observed;

    /// <param name="services">The app's services. They are read at once, because an app that stops disposes them.</param>
    public AppErrors(IServiceProvider services) => (_log, _diagnostics) = (ErrorLog.Of(services), services.GetService<DiagnosticListener>());

    public string? First => _log?.FirstException ?? _exception ?? _log?.FirstMessage;

    public void Restart()
    {
        _log?.Restart();
        _exception = null;
        _observed = 0;
    }

    // Callers wait for each other: the requests that follow are observed.
    public void Observe()
    {
        lock (_lock)
        {
            if (_subscription is null && _observed < MaxObserved && _log?.FirstException is null && _exception is null)
            {
                _subscription = _diagnostics?.Subscribe(this, name => _events.Contains(name, StringComparer.Ordinal));
            }
        }
    }

    public void EndObservation()
    {
        lock (_lock)
        {
            _subscription?.Dispose();
            _subscription = null;
        }
    }

    // Others may have subscribed to more events, which come here too.
    public void OnNext(KeyValuePair<string, object?> value)
    {
        if (_exception is not null || !_events.Contains(value.Key, StringComparer.Ordinal))
        {
            return;
        }

        if (Find(value.Value) is { } exception)
        {
            _exception = LoggedError.Shorten(exception.ToString());
            EndObservation();
        }
        else if (Interlocked.Increment(ref _observed) >= MaxObserved)
        {
            EndObservation();
        }
    }

    public void OnCompleted()
    {
        // nothing to end
    }

    public void OnError(Exception error)
    {
        // nothing to end
    }

    private static Exception? Find(object? data)
    {
        var context = Read<HttpContext>(data, "httpContext");
        var exception = Read<Exception>(data, "exception")
            ?? (context?.Response.StatusCode >= StatusCodes.Status500InternalServerError ? context.Features.Get<IExceptionHandlerFeature>()?.Error : null);

        // A handler that ends because its connection did is the consequence of a failure.
        return exception is OperationCanceledException && context?.RequestAborted.IsCancellationRequested == true ? null : exception;
    }

    // The types of these values are the framework's own.
    private static T? Read<T>(object? data, string property)
        where T : class => data?.GetType().GetProperty(property)?.GetValue(data) as T;
}
