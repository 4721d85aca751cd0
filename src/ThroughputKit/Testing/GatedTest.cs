using System.Diagnostics;
using ThroughputKit.Baselines;
using ThroughputKit.Isolation;
using ThroughputKit.Running;

namespace ThroughputKit.Testing;

/// <summary>Runs a test method, with no other measurement on this machine, and judges all its results.</summary>
/// <param name="method">The method.</param>
/// <param name="settings">The settings of its attribute.</param>
/// <param name="timeout">The maximum duration, excluding the wait for other tests; <see langword="null"/> for no limit.</param>
/// <param name="readEnvironment">Reads an environment variable.</param>
/// <param name="write">Writes lines to the test's output.</param>
[StackTraceHidden]
internal sealed class GatedTest(
    TestMethod method, TestSettings settings, TimeSpan? timeout, Func<string, string?> readEnvironment, Action<string> write)
{
    // A run can be cancelled. A method that waits for something else can't.
    private static readonly TimeSpan _runEndLimit = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan _methodEndLimit = TimeSpan.FromMilliseconds(500);

    private readonly KitEnvironment _environment = new(readEnvironment);
    private readonly AbsoluteGates _absoluteGates = new(readEnvironment);

    /// <summary>Gets the action that receives each result as JSON, with a name, whatever the test's outcome; <see langword="null"/> for none.</summary>
    public Action<string, string>? Attach { get; init; }

    /// <summary>Gets the action that is called after a timeout, to cancel anything else that the test waits for; <see langword="null"/> for none.</summary>
    public Action? GiveUp { get; init; }

    /// <summary>Gets the time that the timeout counts.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <param name="instance">The object that has the method; <see langword="null"/> for a static method.</param>
    /// <param name="arguments">The method's arguments.</param>
    /// <param name="cancellationToken">Cancels the test.</param>
    /// <exception cref="LoadTestException">The method or its settings are invalid, or the load could not be run.</exception>
    /// <exception cref="LoadGateException">A gate failed.</exception>
    /// <exception cref="LoadInconclusiveException">The test could not be judged, and the policy is to fail.</exception>
    public async Task<TestOutcome> RunAsync(object? instance, object?[]? arguments, CancellationToken cancellationToken)
    {
        PoolRoom.NoteRunners();
        var baseline = OpenBaseline(out var ofBaseline);
        LoadTestException.ThrowIfAny(
        [
            .. TestRules.Check(method, settings), .. TestRules.CheckTimeout(timeout), .. _environment.Check(), .. _absoluteGates.Check(settings.Gates), .. settings.CheckNumbers(), .. ofBaseline,
        ]);

        if (_environment.SkipReason is { } skip)
        {
            return new TestOutcome(skip, Warning: null);
        }

        var entered = Stopwatch.GetTimestamp();
        using var held = await MachineLock.OfThisMachine(readEnvironment)
            .EnterAsync(_environment.MaxWait, write, cancellationToken).ConfigureAwait(false);
        if (held is null)
        {
            return Inconclusive.Waited(_environment).Resolve(settings.OnInconclusive, _environment);
        }

        foreach (var note in _absoluteGates.Notes(settings.Gates))
        {
            write(note);
        }

        using var alarm = new ExitAlarm(method.DisplayName);
        var (waited, begun) = (Stopwatch.GetElapsedTime(entered), Stopwatch.GetTimestamp());
        var gates = _absoluteGates.Adjust(settings.Gates);
        var measured = await MeasureAsync(instance, arguments, gates, baseline, cancellationToken).ConfigureAwait(false);
        var elapsed = Stopwatch.GetElapsedTime(begun);
        AttachAll(measured);
        try
        {
            var outcome = TestJudge.Judge(measured, settings.OnInconclusive, _environment, write, baseline);
            if (outcome is { IsInconclusive: true, Warning: { } reason })
            {
                InconclusiveFile.Beside(method.Info.Module.Assembly).Add(method.DisplayName, reason);
            }

            return outcome;
        }
        finally
        {
            write(TimeReport.Write(measured, waited, elapsed));
        }
    }

    // Before anything runs, so that an unusable file is reported at once.
    private TestBaseline? OpenBaseline(out IReadOnlyList<Problem> problems)
    {
        problems = [];
        return settings.BaselineOf(method.DisplayName) is { } use ? TestBaseline.Open(use, _environment.IsApproving, out problems) : null;
    }

    private async Task<TestRuns> MeasureAsync(object? instance, object?[]? arguments, LoadGates gates, TestBaseline? baseline, CancellationToken cancellationToken)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var scope = new TestRunScope(gates, timeout, end.Token)
        {
            MaxAllocatedBytesPerRequest = baseline is null ? gates.MaxAllocatedBytesPerRequest
                : Math.Min(baseline.MostAllocatedBytes, gates.MaxAllocatedBytesPerRequest ?? double.MaxValue),
            IsApproving = baseline is not null && _environment.IsApproving,
        };

        // Outside the framework's synchronization context. It also allows giving up on a method that blocks.
        var invocation = Task.Run(() => InvokeAsync(scope, instance, arguments), CancellationToken.None);
        await Task.WhenAny(invocation, Task.Delay(timeout ?? Timeout.InfiniteTimeSpan, Time, end.Token)).ConfigureAwait(false);
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

            await invocation.ConfigureAwait(false); // the method's own exception is more informative than the gates
            var measured = scope.Measured;
            return left.Count > 0 ? throw new LoadTestException(TestProblems.NotAwaited(method, left.Count))
                : scope.Failures is [var failure, ..] ? throw failure
                : measured.Verdicts.Count + measured.Comparisons.Count == 0 ? throw new LoadTestException(TestProblems.NoRun(method))
                : measured.Verdicts.Count == 0 && settings.Baseline is { } file ? throw new LoadTestException(TestProblems.NothingForBaseline(method, file))
                : measured;
        }
        catch
        {
            WriteAll(scope.Measured); // the exception comes with the measurements so far
            throw;
        }
    }

    // Runs the load test that the method returns, if it does, and compares it with its reference, if it has one.
    private async Task InvokeAsync(TestRunScope scope, object? instance, object?[]? arguments)
    {
        scope.Enter(); // for loads that the method runs itself
        if (await method.CallAsync(instance, arguments).ConfigureAwait(false) is not { } returned)
        {
            return;
        }

        var test = returned.PreparedOncePerApp(); // it is run and then compared
        var comparison = settings.Compares ? settings.Compare(await ReferenceAsync(instance).ConfigureAwait(false), test) : null;
        LoadTestException.ThrowIfAny([.. comparison?.Check() ?? []]); // before the first run, which takes time

        var result = await settings.Apply(test).RunAsync(scope, CancellationToken.None).ConfigureAwait(false);
        if (comparison is not null && result is { Succeeded: > 0, WasCancelled: false })
        {
            await comparison.RunAsync(scope, CancellationToken.None).ConfigureAwait(false);
        }
    }

    private async Task<LoadTest> ReferenceAsync(object? instance) => ReferenceMethod.Find(method, settings.Reference!) is { } reference
        ? (await new TestMethod(reference, ArgumentCount: 0).CallAsync(instance, arguments: null).ConfigureAwait(false))!
        : LoadTest.BuiltIn;

    private void WriteAll(TestRuns measured)
    {
        foreach (var result in measured.Attempts.Select(r => r.ToString()).Concat(measured.Comparisons.Select(c => c.ToString())))
        {
            write(result);
        }

        AttachAll(measured);
    }

    private void AttachAll(TestRuns measured)
    {
        foreach (var (name, json) in Attach is null ? [] : measured.Attachments)
        {
            Attach!(name, json);
        }
    }
}
