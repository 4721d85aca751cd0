using System.Diagnostics;
using ThroughputKit.Baselines;
using ThroughputKit.Isolation;
using ThroughputKit.Running;

namespace ThroughputKit.Testing;

/// <summary>Runs a test method, alone on this machine, and judges every result that it makes.</summary>
/// <param name="method">The method.</param>
/// <param name="settings">What its attribute says.</param>
/// <param name="timeout">How long it may take, waiting for others left out; <see langword="null"/> for no limit.</param>
/// <param name="readEnvironment">Reads an environment variable.</param>
/// <param name="write">Takes lines for the test's output.</param>
[StackTraceHidden]
internal sealed class GatedTest(
    TestMethod method, TestSettings settings, TimeSpan? timeout, Func<string, string?> readEnvironment, Action<string> write)
{
    // What is running can be cancelled; a method that waits for something else can't.
    private static readonly TimeSpan _runEndLimit = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan _methodEndLimit = TimeSpan.FromMilliseconds(500);

    private readonly KitEnvironment _environment = new(readEnvironment);
    private readonly AbsoluteGates _absoluteGates = new(readEnvironment);
    private readonly TestSettings _settings = settings.With(new AbsoluteGates(readEnvironment).Adjust(settings.Gates));

    /// <summary>Gets what takes each result as JSON, with a name, whatever became of the test; <see langword="null"/> for nowhere.</summary>
    public Action<string, string>? Attach { get; init; }

    /// <summary>Gets what is called when the test has taken too long, to cancel what else it waits for; <see langword="null"/> for nothing.</summary>
    public Action? GiveUp { get; init; }

    /// <param name="instance">The object that has the method; <see langword="null"/> for a static one.</param>
    /// <param name="arguments">The method's arguments.</param>
    /// <param name="cancellationToken">Ends the test.</param>
    /// <exception cref="LoadTestException">The method or its settings are wrong, or the load could not be run.</exception>
    /// <exception cref="LoadGateException">A gate failed.</exception>
    /// <exception cref="LoadInconclusiveException">The test could not be judged, and fails then.</exception>
    public async Task<TestOutcome> RunAsync(object? instance, object?[]? arguments, CancellationToken cancellationToken)
    {
        var baseline = OpenBaseline(out var ofBaseline);
        Problem[] problems =
        [
            .. TestRules.Check(method, settings), .. TestRules.CheckTimeout(timeout), .. _environment.Check(), .. _absoluteGates.Check(settings.Gates), .. settings.CheckNumbers(), .. ofBaseline,
        ];
        if (problems.Length > 0)
        {
            throw new LoadTestException(problems);
        }

        if (_environment.SkipReason is { } skip)
        {
            return new TestOutcome(skip, Warning: null);
        }

        using var permission = await MachineLock.OfThisMachine(readEnvironment)
            .EnterAsync(_environment.MaxWait, write, cancellationToken).ConfigureAwait(false);
        if (permission is null)
        {
            return Inconclusive.Waited(_environment).Resolve(settings.OnInconclusive, _environment);
        }

        foreach (var note in _absoluteGates.Notes(settings.Gates))
        {
            write(note);
        }

        using var alarm = new ExitAlarm(method.DisplayName);
        using var rescue = PoolRescue.Begin();
        var begun = Stopwatch.GetTimestamp();
        var measured = await MeasureAsync(instance, arguments, baseline, cancellationToken).ConfigureAwait(false);
        var elapsed = Stopwatch.GetElapsedTime(begun);
        AttachAll(measured);
        try
        {
            var outcome = TestJudge.Judge(measured, _settings, _environment, write, baseline);
            if (outcome is { IsInconclusive: true, Warning: { } reason })
            {
                InconclusiveFile.Beside(method.Info.Module.Assembly).Add(method.DisplayName, reason);
            }

            return outcome;
        }
        finally
        {
            write(TimeReport.Write(measured, permission.Waited, elapsed));
        }
    }

    // Before anything runs, so that a file that is no good is told at once.
    private TestBaseline? OpenBaseline(out IReadOnlyList<Problem> problems)
    {
        problems = [];
        return settings.BaselineOf(method.DisplayName) is { } use ? TestBaseline.Open(use, _environment.IsApproving, out problems) : null;
    }

    private async Task<TestRuns> MeasureAsync(object? instance, object?[]? arguments, TestBaseline? baseline, CancellationToken cancellationToken)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var scope = new ResultScope(_settings.Gates, timeout, end.Token)
        {
            MaxAllocatedBytesPerRequest = baseline is null ? _settings.Gates.MaxAllocatedBytesPerRequest
                : Math.Min(baseline.MostAllocatedBytes, _settings.Gates.MaxAllocatedBytesPerRequest ?? double.MaxValue),
            IsApproving = baseline is not null && _environment.IsApproving,
        };

        // Away from the framework's synchronization context, and so that a method that blocks can be given up.
        var invocation = Task.Run(() => new TestInvocation(method, _settings, scope).RunAsync(instance, arguments), CancellationToken.None);
        await Task.WhenAny(invocation, Task.Delay(timeout ?? Timeout.InfiniteTimeSpan, end.Token)).ConfigureAwait(false);
        var (isOver, isCancelled, left) = (invocation.IsCompleted, cancellationToken.IsCancellationRequested, scope.Unfinished);
        if (!isOver && !isCancelled)
        {
            GiveUp?.Invoke();
        }

        await end.CancelAsync().ConfigureAwait(false);
        await Task.WhenAny(Task.WhenAll(left), Task.Delay(_runEndLimit, CancellationToken.None)).ConfigureAwait(false);
        await Task.WhenAny(invocation, Task.Delay(_methodEndLimit, CancellationToken.None)).ConfigureAwait(false);
        scope.Leave();
        try
        {
            if (isCancelled)
            {
                throw new OperationCanceledException(cancellationToken);
            }

            if (!isOver)
            {
                throw new LoadTestException(TestProblems.TooSlow(method, timeout!.Value, wasRunning: left.Count > 0));
            }

            await invocation.ConfigureAwait(false); // what the method itself finds wrong says more than the gates
            return left.Count > 0 ? throw new LoadTestException(TestProblems.NotAwaited(method, left.Count))
                : scope.Failures is [var failure, ..] ? throw failure
                : scope.Results.Count + scope.Comparisons.Count == 0 ? throw new LoadTestException(TestProblems.NoRun(method))
                : scope.Results.Count == 0 && settings.Baseline is { } file ? throw new LoadTestException(TestProblems.NothingForBaseline(method, file))
                : new TestRuns(scope.Results, scope.Comparisons);
        }
        catch
        {
            WriteAll(scope); // what was measured until then goes with it
            throw;
        }
    }

    private void WriteAll(ResultScope scope)
    {
        foreach (var result in scope.Results.SelectMany(r => r.Attempts).Select(r => r.ToString()).Concat(scope.Comparisons.Select(c => c.ToString())))
        {
            write(result);
        }

        AttachAll(new TestRuns(scope.Results, scope.Comparisons));
    }

    private void AttachAll(TestRuns runs)
    {
        foreach (var (name, json) in Attach is null ? [] : Attachments.Of(runs))
        {
            Attach!(name, json);
        }
    }
}
