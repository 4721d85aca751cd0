namespace ThroughputKit;

/// <summary>
/// The activity of the whole machine within the window and its drain, or while both sides of a comparison were measured. The source is the counters of
/// Linux, which a container sees too. Every figure is <see langword="null"/> on other systems, and for less than half a second.
/// </summary>
public sealed record MachineFigures
{
    internal MachineFigures()
    {
    }

    internal static MachineFigures NotAvailable { get; } = new();

    /// <summary>Gets the number of cores of the machine; a process may be allowed fewer.</summary>
    public int? Cores { get; init; }

    /// <summary>
    /// Gets the mean number of cores kept busy by processes other than those of the app and the generator, without interrupts. <see langword="null"/> for
    /// an app of which the kit knows only the address, because the app may be one of those processes.
    /// </summary>
    public double? OtherBusyCores { get; init; }

    /// <summary>Gets the mean number of idle cores.</summary>
    public double? IdleCores { get; init; }

    /// <summary>Gets the share of the processor time that the hypervisor gave to other machines, as a fraction.</summary>
    public double? StolenShare { get; init; }

    /// <summary>
    /// Gets the share of periods, usually of 100 ms, in which a limit on the container's processor time throttled it, as a fraction. <see langword="null"/>
    /// if there is no limit.
    /// </summary>
    public double? ThrottledShare { get; init; }
}
