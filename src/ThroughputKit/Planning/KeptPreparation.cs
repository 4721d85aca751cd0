namespace ThroughputKit.Planning;

/// <summary>What the first of several runs of one app prepared, for the later ones.</summary>
internal sealed class KeptPreparation
{
    /// <summary>Gets or sets what was prepared; <see langword="null"/> before the first run.</summary>
    public PreparedRequests? Requests { get; set; }
}
