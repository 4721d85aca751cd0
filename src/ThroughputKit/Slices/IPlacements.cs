namespace ThroughputKit.Slices;

/// <summary>A source of placements.</summary>
internal interface IPlacements
{
    /// <summary>Gets the completed share of the pass, from 0 to slightly above 1.</summary>
    double Progress { get; }

    /// <summary>Begins a new pass.</summary>
    void BeginAgain();

    /// <summary>Measures the next placement of each side but the reference, in their order.</summary>
    Task<IReadOnlyList<Placement>> NextAsync(CancellationToken cancellationToken);
}
