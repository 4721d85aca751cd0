using System.Diagnostics;

namespace ThroughputKit.Counting;

/// <summary>
/// Counts the commands of Npgsql and MySqlConnector by their activities, from creation until disposal. Each call that sends counts once: a command, a batch
/// of commands, a COPY. Opening a connection, and beginning or ending a transaction, doesn't count. A command counts when its results have been read. One
/// that the app's own filter hides from Npgsql's traces doesn't count.
/// </summary>
internal sealed class CommandActivities : IDisposable
{
    private const string MySql = "MySqlConnector";
    private const string OfMySql = "Execute";

    // Npgsql's other activities, as that of opening a connection, have none of them. Which it is depends on the version of the driver.
    private static readonly string[] _texts = ["db.query.text", "db.statement", "db.stored_procedure.name"];

    private readonly TextCounter _commands;
    private readonly ActivityListener _listener;

    public CommandActivities(TextCounter commands)
    {
        _commands = commands;
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name is "Npgsql" or MySql,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            SampleUsingParentId = (ref ActivityCreationOptions<string> _) => ActivitySamplingResult.AllData,
            ActivityStopped = Count,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    public void Dispose() => _listener.Dispose();

    private void Count(Activity activity)
    {
        var text = _texts.Select(activity.GetTagItem).OfType<string>().FirstOrDefault();
        if (activity.Source.Name == MySql ? activity.OperationName == OfMySql : text is not null) // MySqlConnector's batches have no text
        {
            _commands.Add(SqlText.Of(text, DatabaseDriver.DialectOf(activity.Source.Name)));
        }
    }
}
