using System.Collections.Concurrent;
using System.Data.Common;
using System.Diagnostics;
using System.Reflection;

namespace ThroughputKit.Counting;

/// <summary>
/// Counts the commands of EF Core and SqlClient by their diagnostic events, from creation until disposal. Each call that sends counts once, a batch of
/// commands too. A command that EF Core gives to a driver that tells of it itself is left to that driver.
/// </summary>
internal sealed class CommandEvents : IObserver<DiagnosticListener>, IObserver<KeyValuePair<string, object?>>, IDisposable
{
    private const string EntityFramework = "Microsoft.EntityFrameworkCore";
    private const string OfEntityFramework = "Microsoft.EntityFrameworkCore.Database.Command.CommandExecuting";
    private const string SqlClient = "SqlClientDiagnosticListener";

    private readonly ConcurrentDictionary<Type, PropertyInfo?> _commandOf = new();
    private readonly ConcurrentDictionary<string, bool> _usedByEntityFramework = new(StringComparer.Ordinal);
    private readonly List<IDisposable> _subscriptions = []; // guarded by itself
    private readonly TextCounter _commands;
    private bool _isDisposed; // guarded by _subscriptions

    public CommandEvents(TextCounter commands)
    {
        _commands = commands;
        Keep(DiagnosticListener.AllListeners.Subscribe(this));
    }

    /// <summary>Gets whether EF Core is there, and tells of its commands.</summary>
    public bool HasEntityFramework { get; private set; }

    /// <summary>Gets the assemblies of the drivers that EF Core has given commands to.</summary>
    public IReadOnlyCollection<string> UsedByEntityFramework => [.. _usedByEntityFramework.Keys];

    public void OnNext(DiagnosticListener value)
    {
        if (value.Name is EntityFramework or SqlClient)
        {
            HasEntityFramework |= value.Name == EntityFramework;
            Keep(value.Subscribe(this, IsCommand));
        }
    }

    public void OnNext(KeyValuePair<string, object?> value)
    {
        if (!IsCommand(value.Key) || value.Value is not { } payload)
        {
            return;
        }

        var (command, text) = Read(payload);
        var driver = command?.GetType().Assembly.GetName();
        if (value.Key == OfEntityFramework)
        {
            if (driver?.Name is { } name && !_usedByEntityFramework.ContainsKey(name))
            {
                _usedByEntityFramework[name] = true;
            }

            if (DatabaseDriver.TellsItself(driver?.Name, driver?.Version))
            {
                return;
            }
        }

        _commands.Add(SqlText.Of(text, value.Key == OfEntityFramework ? DatabaseDriver.DialectOf(driver?.Name) : SqlDialect.Brackets));
    }

    public void OnCompleted()
    {
        // nothing to end
    }

    public void OnError(Exception error)
    {
        // nothing to end
    }

    public void Dispose()
    {
        lock (_subscriptions)
        {
            _isDisposed = true;
            _subscriptions.ForEach(s => s.Dispose());
            _subscriptions.Clear();
        }
    }

    private static bool IsCommand(string name) =>
        name is OfEntityFramework or "Microsoft.Data.SqlClient.WriteCommandBefore" or "System.Data.SqlClient.WriteCommandBefore";

    // Its type is not one that can be named here; that of what it holds is, unless it is made up. What is thrown here would be thrown in the app.
    private (DbCommand? Command, string? Text) Read(object payload)
    {
        try
        {
            var command = _commandOf.GetOrAdd(payload.GetType(), t => t.GetProperty("Command"))?.GetValue(payload) as DbCommand;
            return (command, command?.CommandText);
        }
        catch (Exception)
        {
            return (null, null);
        }
    }

    private void Keep(IDisposable subscription)
    {
        lock (_subscriptions)
        {
            if (!_isDisposed)
            {
                _subscriptions.Add(subscription);
                return;
            }
        }

        subscription.Dispose();
    }
}
