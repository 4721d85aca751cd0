using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// Keeps the first error that an app of this process logs. A log provider can't be removed again, so each log has one of these for all runs. It is enabled for
/// errors only: the app's other log entries cost no more than without it, nor do requests.
/// </summary>
internal class ErrorLog : ILoggerProvider, ILogger
{
    private static readonly ConditionalWeakTable<ILoggerFactory, ErrorLog> _ofLogs = [];

    private string? _exception;
    private string? _message;

    private ErrorLog()
    {
    }

    /// <summary>Gets the first exception since the last <see cref="Restart"/>, with its stack; <see langword="null"/> if there was none.</summary>
    public string? FirstException => Volatile.Read(ref _exception);

    /// <summary>Gets the first error without an exception; <see langword="null"/> if there was none.</summary>
    public string? FirstMessage => Volatile.Read(ref _message);

    /// <returns>The log; <see langword="null"/> if the app has none that can be read.</returns>
    public static ErrorLog? Of(IServiceProvider services)
    {
        try
        {
            return services.GetService<ILoggerFactory>() is { } factory ? _ofLogs.GetValue(factory, f => AddTo(f, services)) : null;
        }
        catch (Exception)
        {
            return null; // a factory of the app's own, or a disposed one: its failures are not the kit's
        }
    }

    /// <summary>Discards all earlier errors.</summary>
    public void Restart()
    {
        Volatile.Write(ref _exception, null);
        Volatile.Write(ref _message, null);
    }

    public ILogger CreateLogger(string categoryName) => this;

    /// <inheritdoc/>
    /// <remarks>
    /// Not for critical errors: by these the framework asks for each request and connection whether there is any log at all, and has an activity and a scope
    /// for it then. They are logged without asking.
    /// </remarks>
    public bool IsEnabled(LogLevel logLevel) => logLevel is LogLevel.Error;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (logLevel is not (LogLevel.Error or LogLevel.Critical) || _exception is not null)
        {
            return;
        }

        if (exception is not null)
        {
            Interlocked.CompareExchange(ref _exception, LoggedError.Shorten(exception.ToString()), null);
        }
        else if (_message is null)
        {
            Interlocked.CompareExchange(ref _message, LoggedError.Shorten(formatter(state, exception)), null);
        }
    }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public void Dispose()
    {
        // The app's log disposes this provider with itself.
    }

    private static ErrorLog AddTo(ILoggerFactory factory, IServiceProvider services)
    {
        var hasScopes = factory is LoggerFactory && services.GetServices<ILoggerProvider>().Any(p => p is ISupportExternalScope);
        var log = hasScopes ? new BesideOthers() : new ErrorLog();
        factory.AddProvider(log);
        return log;
    }

    // A log keeps one scope for all such providers: that costs nothing where there are others, and memory where there are none.
    private sealed class BesideOthers : ErrorLog, ISupportExternalScope
    {
        public void SetScopeProvider(IExternalScopeProvider scopeProvider)
        {
            // Scopes are not reported.
        }
    }
}
