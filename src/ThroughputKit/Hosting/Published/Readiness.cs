using System.Diagnostics;

namespace ThroughputKit.Hosting.Published;

/// <summary>Waits until an app in a process of its own accepts requests, or it is clear that it won't.</summary>
internal sealed class Readiness(PublishedApp app, TimeSpan timeout)
{
    // The address may be printed before the hook reports it. The wait for the hook then lasts no longer than this.
    private static readonly TimeSpan _hookLimit = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _look = TimeSpan.FromMilliseconds(25);

    private string Name => app.Entry.Name;

    /// <returns>The app's address and the hook's facts about the app; the facts are <see langword="null"/> for other kinds of host.</returns>
    /// <exception cref="LoadTestException">The app has ended, listens on nothing, or reports nothing in time.</exception>
    public async Task<(Uri Address, HookFacts? Facts)> WaitAsync(CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        Uri? printed = null;
        long printedAt = 0;
        while (true)
        {
            await Task.WhenAny(app.Hook.Started, Task.Delay(_look, cancellationToken)).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            if (app.Hook.Started.IsCompletedSuccessfully)
            {
                var facts = await app.Hook.Started.ConfigureAwait(false);
                return (ServerAddresses.Choose(facts.All("address")) ?? throw new LoadTestException(PublishedProblems.ListensOnNothing(Name, [.. facts.All("address")])), facts);
            }

            if (app.Process.HasExited)
            {
                throw new LoadTestException(PublishedProblems.ExitedAtStart(Name, app.Process.Exit()));
            }

            if (printed is null && (printed = app.Process.Output.FindAddress()) is not null)
            {
                printedAt = Stopwatch.GetTimestamp();
            }

            // A host prints its address before it has started. The hook's report after the start has more facts, and may have a different address.
            if (printed is not null && !app.Hook.HasHost && Stopwatch.GetElapsedTime(printedAt) > _hookLimit)
            {
                return app.Hook.Hello.IsCompletedSuccessfully ? (printed, null) : throw new LoadTestException(PublishedProblems.WithoutHook(Name));
            }

            if (Stopwatch.GetElapsedTime(begun) > timeout)
            {
                throw new LoadTestException(PublishedProblems.TooSlow(Name, timeout, app.Hook.Hello.IsCompletedSuccessfully, app.Process.Output));
            }
        }
    }
}
