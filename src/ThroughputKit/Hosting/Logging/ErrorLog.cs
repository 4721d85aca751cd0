using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// Keeps the first error that an app of this process logs. A log provider can't be removed again, so each log has one of these for all runs. It is enabled for
/// errors only: the app's other log entries cost no more than without it.
/// </summary>
internal sealed class ErrorLog : ILoggerProvider, ILogger, ISupportExternalScope
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
            return services.GetService<ILoggerFactory>() is { } factory ? _ofLogs.GetValue(factory, AddTo) : null;
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

    public bool IsEnabled(LogLevel logLevel) => logLevel is LogLevel.Error or LogLevel.Critical;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (!IsEnabled(logLevel) || _exception is not null)
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

    public void SetScopeProvider(IExternalScopeProvider scopeProvider)
    {
        // Scopes are not reported.
    }

    public void Dispose()
    {
        // The app's log disposes this provider with itself.
    }

    private static ErrorLog AddTo(ILoggerFactory factory)
    {
        var log = new ErrorLog();
        factory.AddProvider(log);
        return log;
    }
}
