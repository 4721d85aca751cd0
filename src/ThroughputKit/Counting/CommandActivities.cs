using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace ThroughputKit.Counting;

/// <summary>
/// Counts the commands of Npgsql and MySqlConnector by their activities, from creation until disposal. Each call that sends counts once: a command, a batch
/// of commands, a COPY. Opening a connection, and beginning or ending a transaction, doesn't count. A command counts when its results have been read.
/// </summary>
/// <remarks>
/// An activity of Npgsql doesn't end if a reader is closed and not disposed of, and there is none if the app's own filter hides it. Npgsql's meter, since
/// version 8, has those too, without their texts; but it has no COPY, and nothing of multiplexed connections.
/// </remarks>
internal sealed class CommandActivities : IDisposable
{
    private const string Npgsql = "Npgsql";
    private const string MySql = "MySqlConnector";
    private const string OfMySql = "Execute";

    // Npgsql's other activities, as that of opening a connection, have none of them. Which it is depends on the version of the driver.
    private static readonly string[] _texts = ["db.query.text", "db.statement", "db.stored_procedure.name"];

    private readonly TextCounter _commands;
    private readonly ActivityListener _activities;
    private readonly MeterListener _meter = new();
    private long _traced;
    private long _executed;

    public CommandActivities(TextCounter commands)
    {
        _commands = commands;
        _activities = new ActivityListener
        {
            ShouldListenTo = source => source.Name is Npgsql or MySql,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            SampleUsingParentId = (ref ActivityCreationOptions<string> _) => ActivitySamplingResult.AllData,
            ActivityStopped = Count,
        };
        ActivitySource.AddActivityListener(_activities);
        _meter.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument is { Meter.Name: Npgsql, Name: "db.client.operation.duration" or "db.client.commands.duration" })
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _meter.SetMeasurementEventCallback<double>((_, _, _, _) => Interlocked.Increment(ref _executed));
        _meter.Start(); // second: what is metered has had its activity
    }

    /// <summary>Gets the number of commands that are metered, and have no activity that has ended.</summary>
    public long Untraced => Math.Max(0, Interlocked.Read(ref _executed) - Interlocked.Read(ref _traced));

    public void Dispose()
    {
        _meter.Dispose();
        _activities.Dispose();
    }

    private void Count(Activity activity)
    {
        var text = _texts.Select(activity.GetTagItem).OfType<string>().FirstOrDefault();
        if (activity.Source.Name == MySql ? activity.OperationName != OfMySql : text is null)
        {
            return;
        }

        // MySqlConnector's batches have no text.
        _commands.Add(SqlText.Of(text, DatabaseDriver.DialectOf(activity.Source.Name)));
        if (activity.Source.Name == Npgsql && (activity.GetTagItem("db.operation.name") as string)?.StartsWith("COPY", StringComparison.Ordinal) != true)
        {
            Interlocked.Increment(ref _traced);
        }
    }
}
