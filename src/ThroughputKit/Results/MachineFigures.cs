namespace ThroughputKit;

/// <summary>
/// What the whole machine did within the window and its drain, or while both sides of a comparison were measured, by the counters of
/// Linux, which a container sees too. <see langword="null"/> everywhere on other systems, and for less than half a second.
/// </summary>
public sealed record MachineFigures
{
    internal static MachineFigures NotAvailable { get; } = new();

    /// <summary>Gets the number of cores of the machine, of which a process may be allowed fewer.</summary>
    public int? Cores { get; init; }

    /// <summary>
    /// Gets the mean number of cores that were busy for other processes than those of the app and the generator, interrupts left out.
    /// <see langword="null"/> for an app that the kit only knows the address of, because that may be one of them.
    /// </summary>
    public double? OtherBusyCores { get; init; }

    /// <summary>Gets the mean number of cores that had nothing to do.</summary>
    public double? IdleCores { get; init; }

    /// <summary>Gets the share of the processor time that the hypervisor gave to other machines, as a fraction.</summary>
    public double? StolenShare { get; init; }

    /// <summary>
    /// Gets the share of periods, of mostly 100 ms, in which a limit on the container's processor time held it back, as a
    /// fraction. <see langword="null"/> without such a limit.
    /// </summary>
    public double? ThrottledShare { get; init; }
}
