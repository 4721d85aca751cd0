using System.Globalization;
using ThroughputKit.Reporting;

namespace ThroughputKit.Findings;

/// <summary>
/// Something took processor time that the run may have needed: other processes took more than a tenth of the machine and more than was left idle, or the
/// hypervisor or a limit on the container took a twentieth of the time.
/// </summary>
internal sealed class MachineBusyRule : IFindingRule
{
    private const double ToleratedOfCores = 0.1;
    private const double ToleratedOfTime = 0.05;

    public Finding? Examine(RunFacts run)
    {
        (string Message, string Remedy)[] reasons = [.. Reasons(run.Result.Machine)];
        return reasons.Length == 0 ? null : new Finding(
            FindingNames.MachineBusy, FindingSeverity.Warning, string.Join(" ", reasons.Select(r => r.Message)), string.Join(" ", reasons.Select(r => r.Remedy)));
    }

    private static IEnumerable<(string Message, string Remedy)> Reasons(MachineFigures machine)
    {
        if (machine is { Cores: { } cores, OtherBusyCores: { } others, IdleCores: { } idle } && others > ToleratedOfCores * cores && others > idle)
        {
            yield return (
                Text($"Other processes kept {others:0.00} of the machine's {Counted.Of(cores, "core")} busy, and {idle:0.00} were idle."),
                "Stop other work on the machine. What the app itself uses, such as a database, is part of the run.");
        }

        if (machine.StolenShare >= ToleratedOfTime)
        {
            yield return (
                Text($"The hypervisor gave {machine.StolenShare:0%} of the processor time to other machines."),
                "Use a dedicated machine, or one whose processor isn't shared.");
        }

        if (machine.ThrottledShare >= ToleratedOfTime)
        {
            yield return (
                Text($"The container's limit on processor time held it back in {machine.ThrottledShare:0%} of the periods, for up to 100 ms each."),
                "Raise the limit, or expect such pauses in the latency.");
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
