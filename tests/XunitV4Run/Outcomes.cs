using System.Collections.Concurrent;
using Xunit.Sdk;

namespace XunitV4Run;

/// <summary>Keeps how each test ended.</summary>
internal sealed class Outcomes : IMessageSink
{
    private readonly ConcurrentDictionary<string, string> _names = [];
    private readonly ConcurrentDictionary<string, Outcome> _outcomes = [];

    public IEnumerable<Outcome> All => _outcomes.Values.OrderBy(o => o.Name, StringComparer.Ordinal);

    public bool OnMessage(IMessageSinkMessage message)
    {
        switch (message)
        {
            case ITestStarting starting:
                _names[starting.TestUniqueID] = starting.TestDisplayName;
                break;
            case ITestPassed passed:
                Add(passed, "Passed", "");
                break;
            case ITestFailed failed:
                Add(failed, "Failed", Message(failed.ExceptionTypes[0], failed.Messages[0]));
                break;
            case ITestSkipped skipped:
                Add(skipped, "Skipped", skipped.Reason);
                break;
            case ITestFinished finished:
                var outcome = _outcomes[finished.TestUniqueID];
                (outcome.Output, outcome.Warnings, outcome.Attachments) = (finished.Output, finished.Warnings ?? [], [.. finished.Attachments.Keys]);
                break;
        }

        return true;
    }

    // As test runners do.
    private static string Message(string? type, string message) => type is null || type.StartsWith("Xunit.Sdk.", StringComparison.Ordinal) ? message : $"{type} : {message}";

    private void Add(ITestResultMessage result, string outcome, string message) =>
        _outcomes[result.TestUniqueID] = new Outcome(_names[result.TestUniqueID], outcome, message);
}
