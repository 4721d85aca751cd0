using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// Reads the first error that an app of this process logs. A provider of its log can't be taken away again, so each log has one, for all runs. It asks for
/// errors alone: what the app logs otherwise costs no more than without it.
/// </summary>
internal sealed class ErrorLog : ILoggerProvider, ILogger, ISupportExternalScope, IErrorLog
{
    private static readonly ConditionalWeakTable<ILoggerFactory, ErrorLog> _ofLogs = [];

    private string? _exception;
    private string? _message;

    private ErrorLog()
    {
    }

    public string? First => Volatile.Read(ref _exception) ?? Volatile.Read(ref _message);

    /// <returns>The log; <see langword="null"/> if the app has none that can be read.</returns>
    public static ErrorLog? Of(IServiceProvider services)
    {
        try
        {
            return services.GetService<ILoggerFactory>() is { } factory ? _ofLogs.GetValue(factory, AddTo) : null;
        }
        catch (Exception)
        {
            return null; // a factory of the app's own, or one that was disposed: what it does is its own affair
        }
    }

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
        // Scopes aren't told.
    }

    public void Dispose()
    {
        // The app's log disposes it with itself.
    }

    private static ErrorLog AddTo(ILoggerFactory factory)
    {
        var log = new ErrorLog();
        factory.AddProvider(log);
        return log;
    }
}
