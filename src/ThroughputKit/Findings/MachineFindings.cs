
namespace ThroughputKit.Findings;

/// <summary>Findings on a machine that did not give the run its full speed.</summary>
internal static class MachineFindings
{
    private const double ToleratedOfCores = 0.1;
    private const double ToleratedOfTime = 0.05;

    /// <summary>
    /// Something took processor time that the run may have needed: other processes took more than a tenth of the machine and more than was left idle, or the
    /// hypervisor or a limit on the container took a twentieth of the time.
    /// </summary>
    public static Finding? MachineBusy(RunFacts run)
    {
        (string Message, string Remedy)[] reasons = [.. Reasons(run.Result.Machine)];
        return reasons.Length == 0 ? null : new Finding(
            FindingNames.MachineBusy, FindingSeverity.Warning, string.Join(" ", reasons.Select(r => r.Message)),
            string.Join(" ", reasons.Select(r => r.Remedy)));
    }

    private static IEnumerable<(string Message, string Remedy)> Reasons(MachineFigures machine)
    {
        if (machine is { Cores: { } cores, OtherBusyCores: { } others, IdleCores: { } idle } && others > ToleratedOfCores * cores && others > idle)
        {
            yield return (
                FormattableString.Invariant(
                    $"Other processes kept {others:0.00} of the machine's {Counted.Of(cores, "core")} busy, and {idle:0.00} were idle."),
                "Stop other work on the machine. Leave running what the app uses, such as a database.");
        }

        if (machine.StolenShare >= ToleratedOfTime)
        {
            yield return (
                FormattableString.Invariant($"The hypervisor gave {machine.StolenShare:0%} of the processor time to other machines."),
                "Use a dedicated machine, or one whose processor isn't shared.");
        }

        if (machine.ThrottledShare >= ToleratedOfTime)
        {
            yield return (
                FormattableString.Invariant(
                    $"The container reached its processor limit and was paused in {machine.ThrottledShare:0%} of the periods, for up to 100 ms each."),
                "Raise the limit, or expect such pauses in the latency.");
        }
    }
}
