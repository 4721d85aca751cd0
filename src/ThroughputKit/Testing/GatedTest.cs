using System.Diagnostics;
using ThroughputKit.Baselines;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Isolation;
using ThroughputKit.Running;

namespace ThroughputKit.Testing;

/// <summary>
/// Calls a test method, with no other measurement on this machine, and runs and judges the test or the comparison that it returns. A method that returns
/// nothing runs its load itself, and judges it itself.
/// </summary>
/// <param name="method">The method.</param>
/// <param name="settings">The settings of its attribute.</param>
/// <param name="timeout">The maximum duration, excluding the wait for other tests; <see langword="null"/> for no limit.</param>
/// <param name="readEnvironment">Reads an environment variable.</param>
/// <param name="write">Writes lines to the test's output.</param>
[StackTraceHidden]
internal sealed class GatedTest(
    TestMethod method, TestSettings settings, TimeSpan? timeout, Func<string, string?> readEnvironment, Action<string> write)
{
    // A load can be cancelled. A method that waits for something else can't.
    private static readonly TimeSpan _loadEndLimit = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan _methodEndLimit = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan _abandonedLimit = TimeSpan.FromSeconds(30);

    private readonly KitEnvironment _environment = new(readEnvironment);
    private readonly AbsoluteGates _absoluteGates = new(readEnvironment);

    private Task _invocation = Task.CompletedTask;
    private long _begun;
    private volatile bool _isLoading;
    private volatile Verdict? _verdict;
    private volatile LoadComparisonResult? _comparison;

    /// <summary>
    /// Gets the action that receives each result as JSON, whatever the test's outcome, and the page of a test that has one: its name, its text and its media
    /// type. <see langword="null"/> for none.
    /// </summary>
    public Action<string, string, string>? Attach { get; init; }

    /// <summary>Gets the folder for the reports of all tests.</summary>
    public string ReportRoot { get; init; } = ReportFolder.Root(method.Info.Module.Assembly, settings.SourceFile);

    /// <summary>Gets the action that is called after a timeout, to cancel anything else that the test waits for; <see langword="null"/> for none.</summary>
    public Action? GiveUp { get; init; }

    /// <summary>Gets the time that the timeout counts.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>
    /// Makes ready for tests that have been found, before their fixtures build hosts that log to the console: those that run apps in other processes may pass
    /// on what these log.
    /// </summary>
    public static void OnFound() => ConsoleThrottle.Install();

    /// <param name="instance">The object that has the method; <see langword="null"/> for a static method.</param>
    /// <param name="arguments">The method's arguments.</param>
    /// <param name="cancellationToken">Cancels the test.</param>
    /// <exception cref="LoadTestException">The method or its settings are invalid, or the load could not be run.</exception>
    /// <exception cref="LoadGateException">A gate failed.</exception>
    /// <exception cref="LoadInconclusiveException">The test could not be judged, and the policy is to fail.</exception>
    public async Task<TestOutcome> RunAsync(object? instance, object?[]? arguments, CancellationToken cancellationToken)
    {
        ThreadPoolHeadroom.NoteRunners();
        var reports = TestReports.Begin(method.DisplayName, ReportRoot, _environment, write);
        var baseline = OpenBaseline(out var ofBaseline);
        LoadTestException.ThrowIfAny(
        [
            .. TestRules.Check(method, settings), .. TestRules.CheckTimeout(timeout), .. _environment.Check(), .. _absoluteGates.Check(settings.Gates),
            .. settings.CheckNumbers(), .. ofBaseline,
        ]);

        if (_environment.SkipReason is { } skip)
        {
            return new TestOutcome(skip, Warning: null);
        }

        var entered = Stopwatch.GetTimestamp();
        var held = await MachineLock.OfThisMachine(readEnvironment)
            .EnterAsync(_environment.MaxWait, write, cancellationToken).ConfigureAwait(false);
        if (held is null)
        {
            return Inconclusive.Waited(_environment).Resolve(settings.OnInconclusive, _environment);
        }

        var waited = Stopwatch.GetElapsedTime(entered);
        try
        {
            var outcome = await ReportedAsync(reports, baseline, () => JudgedAsync(instance, arguments, baseline, waited, cancellationToken))
                .ConfigureAwait(false);
            if (outcome is { IsInconclusive: true, Warning: { } reason })
            {
                InconclusiveFile.Beside(method.Info.Module.Assembly).Add(method.DisplayName, reason);
            }

            return outcome;
        }
        finally
        {
            // A method that was given up may still run a load. The next test waits for it, but not for one that hangs.
            _ = Task.WhenAny(_invocation, Task.Delay(_invocation.IsCompleted ? TimeSpan.Zero : _abandonedLimit, CancellationToken.None))
                .ContinueWith(_ => held.Dispose(), CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }
    }

    // Writes the reports before the next test begins, and names the page where the test's outcome is told.
    private async Task<TestOutcome> ReportedAsync(TestReports reports, TestBaseline? baseline, Func<Task<TestOutcome>> run)
    {
        try
        {
            var outcome = await run().ConfigureAwait(false);
            var page = await WriteReportsAsync(failure: null).ConfigureAwait(false);
            return outcome.SkipReason is { } reason && page is not null ? outcome with { SkipReason = $"{reason}{Environment.NewLine}{page}" } : outcome;
        }
        catch (Exception e)
        {
            var page = await WriteReportsAsync(e).ConfigureAwait(false);
            if (e is IReportedException reported)
            {
                reported.Report = page;
            }

            throw;
        }

        async Task<string?> WriteReportsAsync(Exception? failure)
        {
            if (await reports.WriteAsync(() => TestJudge.Verdicts(Measured, _environment, baseline), failure).ConfigureAwait(false) is not { } path)
            {
                return null;
            }

            var line = $"Report: {path}";
            write(line);
            if (Attach is not null && TestReports.ReadPage(path) is { } html)
            {
                Attach("throughput report", html, "text/html");
            }

            return line;
        }
    }

    private async Task<TestOutcome> JudgedAsync(
        object? instance, object?[]? arguments, TestBaseline? baseline, TimeSpan waited, CancellationToken cancellationToken)
    {
        using (new ExitAlarm(method.DisplayName))
        {
            _begun = Stopwatch.GetTimestamp();
            await CallAsync(instance, arguments, baseline, cancellationToken).ConfigureAwait(false);
        }

        var (measured, elapsed) = (Measured, Stopwatch.GetElapsedTime(_begun));
        AttachAll(measured);
        try
        {
            return TestJudge.Judge(measured, settings.OnInconclusive, _environment, write, baseline);
        }
        finally
        {
            if (measured.Any)
            {
                write(TimeReport.Write(measured, waited, elapsed));
            }
        }
    }

    private TestRuns Measured => new(_verdict, _comparison);

    // Before anything runs, so that an unusable file is reported at once.
    private TestBaseline? OpenBaseline(out IReadOnlyList<Problem> problems)
    {
        problems = [];
        return settings.BaselineOf(method.DisplayName) is { } use ? TestBaseline.Open(use, _environment.IsApproving, out problems) : null;
    }

    private async Task CallAsync(object? instance, object?[]? arguments, TestBaseline? baseline, CancellationToken cancellationToken)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);

        // Outside the framework's synchronization context. It also allows giving up on a method that blocks.
        var invocation = _invocation = Task.Run(() => InvokeAsync(instance, arguments, baseline, end.Token), CancellationToken.None);
        await invocation.WaitAsync(timeout ?? Timeout.InfiniteTimeSpan, Time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var (isOver, isCancelled, wasLoading) = (invocation.IsCompleted, cancellationToken.IsCancellationRequested, _isLoading);
        if (!isOver && !isCancelled)
        {
            GiveUp?.Invoke();
        }

        await end.CancelAsync().ConfigureAwait(false);
        await invocation.WaitAsync(wasLoading ? _loadEndLimit : _methodEndLimit, CancellationToken.None)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        try
        {
            if (isCancelled)
            {
                throw new OperationCanceledException(cancellationToken);
            }

            if (!isOver)
            {
                throw new LoadTestException(TestProblems.TooSlow(method, timeout!.Value, wasLoading));
            }

            await invocation.ConfigureAwait(false);
        }
        catch
        {
            WriteAll(Measured); // the exception comes with the measurements so far
            throw;
        }
    }

    private async Task InvokeAsync(object? instance, object?[]? arguments, TestBaseline? baseline, CancellationToken cancellationToken)
    {
        var returned = await method.CallAsync(instance, arguments).ConfigureAwait(false);
        _isLoading = returned is not null;
        if (returned is LoadTest test)
        {
            await RunAsync(test, instance, baseline, cancellationToken).ConfigureAwait(false);
        }
        else if (returned is LoadComparison comparison)
        {
            await RunAsync(comparison, cancellationToken).ConfigureAwait(false);
        }
    }

    // Runs and judges the test, and then compares it with its reference, if it has one.
    private async Task RunAsync(LoadTest returned, object? instance, TestBaseline? baseline, CancellationToken cancellationToken)
    {
        var set = returned.Gates ?? settings.Gates;
        var test = settings.Apply(returned).WithoutGates().PreparedOncePerApp(); // it is run and then compared
        var comparison = settings.Compares ? settings.Compare((await ReferenceAsync(instance, test).ConfigureAwait(false)).WithoutGates(), test) : null;
        LoadTestException.ThrowIfAny(
        [
            .. TestRules.CheckSources(method, GateRules.Names(settings.Gates), returned.Gates is not null),
            .. returned.Gates is null ? [] : GateRules.Check(set).Concat(_absoluteGates.Check(set)),
            .. test.Check(),
            .. baseline is null ? [] : BaselineEligibility.CheckKind(test.Plan.Kind, "A baseline is set for a scenario"),
            .. comparison?.Check() ?? [], // before the first run, which takes time
        ]);
        foreach (var note in _absoluteGates.Notes(set))
        {
            write(note);
        }

        comparison = comparison?.Lengthened(_environment.DurationFactor);
        var limits = _absoluteGates.Adjust(set);
        var verdict = await test.Lengthened(_environment.DurationFactor).ForBaseline(
            baseline?.MaxAllocatedBytes, baseline?.HasCounts == true, baseline is not null && _environment.IsApproving)
            .JudgeAsync(limits, time => HasTimeFor(time + (comparison?.MaxTime ?? TimeSpan.Zero)), progress: null, cancellationToken)
            .ConfigureAwait(false);
        _verdict = verdict with { Result = verdict.ToResult(limits) }; // so that it can be verified after reading, too
        if (comparison is not null && verdict.Result is { Succeeded: > 0, WasCancelled: false })
        {
            _comparison = await comparison.RunAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task RunAsync(LoadComparison returned, CancellationToken cancellationToken)
    {
        var comparison = settings.Apply(returned);
        LoadTestException.ThrowIfAny(
        [
            .. TestRules.CheckSources(method, ComparisonRules.Names(settings.Comparison), returned.HasGates),
            .. comparison.HasGates ? [] : new[] { TestProblems.NoGate(method) },
            .. comparison.Check(),
        ]);
        _comparison = await comparison.Lengthened(_environment.DurationFactor).RunAsync(cancellationToken).ConfigureAwait(false);
    }

    private bool HasTimeFor(TimeSpan time) => timeout is not { } limit || Stopwatch.GetElapsedTime(_begun) + time < limit;

    private async Task<LoadTest> ReferenceAsync(object? instance, LoadTest test) => ReferenceMethod.Find(method, settings.Reference!) is { } reference
        ? (LoadTest)(await new TestMethod(reference, ArgumentCount: 0).CallAsync(instance, arguments: null).ConfigureAwait(false))!
        : LoadTest.BuiltIn.LoadedAs(test);

    private void WriteAll(TestRuns measured)
    {
        foreach (var result in measured.Attempts)
        {
            write(result.ToString());
        }

        if (measured.Comparison is { } comparison)
        {
            write(comparison.ToString());
        }

        AttachAll(measured);
    }

    private void AttachAll(TestRuns measured)
    {
        foreach (var (name, json) in Attach is null ? [] : measured.Attachments)
        {
            Attach!(name, json, "application/json");
        }
    }
}
