using System.Globalization;
using ThroughputKit.Reporting;

namespace ThroughputKit.Findings;

/// <summary>
/// Something took processor time that the run may have wanted: other processes more than a tenth of the machine and more than they left idle,
/// or the hypervisor or a limit on the container a twentieth of the time.
/// </summary>
internal sealed class MachineBusyDoubt : IDoubt
{
    public const string Name = "MachineBusy";

    private const double ToleratedOfCores = 0.1;
    private const double ToleratedOfTime = 0.05;

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run)
    {
        (string Message, string Mend)[] reasons = [.. Reasons(run.Result.Machine)];
        return reasons.Length == 0 ? null : new Finding(
            Name, FindingSeverity.Warning, string.Join(" ", reasons.Select(r => r.Message)), string.Join(" ", reasons.Select(r => r.Mend)));
    }

    private static IEnumerable<(string Message, string Mend)> Reasons(MachineFigures machine)
    {
        if (machine is { Cores: { } cores, OtherBusyCores: { } others, IdleCores: { } idle } && others > ToleratedOfCores * cores && others > idle)
        {
            yield return (
                Text($"Other processes kept {others:0.00} of the machine's {Counted.Of(cores, "core")} busy, and {idle:0.00} were idle."),
                "End what else runs on the machine; what the app itself uses, such as a database, belongs to the run.");
        }

        if (machine.StolenShare >= ToleratedOfTime)
        {
            yield return (
                Text($"The hypervisor gave {machine.StolenShare:0%} of the processor time to other machines."),
                "Use a machine of its own, or one whose processor isn't shared.");
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
