using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace ThroughputKit.Tests.Support;

/// <summary>Counts log lines by category.</summary>
internal sealed class CountingLoggerProvider : ILoggerProvider
{
    private readonly ConcurrentQueue<string> _categories = new();

    public int Lines(string prefix) => _categories.Count(c => c.StartsWith(prefix, StringComparison.Ordinal));

    public ILogger CreateLogger(string categoryName) => new Logger(categoryName, _categories);

    public void Dispose()
    {
    }

    private sealed class Logger(string category, ConcurrentQueue<string> categories) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            categories.Enqueue(category);
    }
}
