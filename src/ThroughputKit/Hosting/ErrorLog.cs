using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace ThroughputKit.Hosting;

/// <summary>
/// Reads the first error that an app of this process logs, from when it is added until it is disposed. A provider can't be taken away again: from then on
/// it is one that is never enabled, so it is only for an app of which nothing more is to be measured, or nothing that is worth it.
/// </summary>
internal sealed class ErrorLog : ILoggerProvider, ILogger, ISupportExternalScope
{
    private volatile bool _isOver;
    private string? _first;

    private ErrorLog()
    {
    }

    /// <summary>Gets the first error, in a line; <see langword="null"/> if there was none.</summary>
    public string? First => Volatile.Read(ref _first);

    /// <returns>The log; <see langword="null"/> if the app has none that can be read.</returns>
    public static ErrorLog? AddTo(IServiceProvider services)
    {
        try
        {
            var log = new ErrorLog();
            services.GetService<ILoggerFactory>()?.AddProvider(log);
            return log;
        }
        catch (Exception)
        {
            return null; // a factory of the app's own, or one that was disposed: what it does is its own affair
        }
    }

    public ILogger CreateLogger(string categoryName) => this;

    public bool IsEnabled(LogLevel logLevel) => !_isOver && logLevel is LogLevel.Error or LogLevel.Critical;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (IsEnabled(logLevel) && _first is null && LoggedError.Describe(exception?.ToString(), formatter(state, exception)) is { } error)
        {
            Interlocked.CompareExchange(ref _first, error, null);
        }
    }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public void SetScopeProvider(IExternalScopeProvider scopeProvider)
    {
        // Scopes aren't told.
    }

    public void Dispose() => _isOver = true;
}
