using ThroughputKit.Traffic;

namespace ThroughputKit;

/// <summary>The settings of a run that its figures don't show. The requests are without the headers that a preparation adds.</summary>
internal sealed record RunSettings(IReadOnlyList<LoadRequest> Requests, LoadRate? Rate, AppPlace Place, bool WarmsUp)
{
    /// <summary>Gets the kind of load.</summary>
    public LoadKind Kind { get; init; } = LoadKind.Mix;

    /// <summary>Gets the names and weights of the scenarios; empty if there are none.</summary>
    public IReadOnlyList<(string Name, int Weight)> Scenarios { get; init; } = [];

    /// <summary>Gets the number of users over time; <see langword="null"/> if it didn't change.</summary>
    public LoadUsers? Users { get; init; }

    /// <summary>Gets the names of the chains that keep cookies; that of <see cref="LoadTest.AsChain"/> is empty.</summary>
    public IReadOnlyList<string> KeepCookies { get; init; } = [];

    /// <summary>Gets whether the app was loaded over https.</summary>
    public bool IsOverHttps { get; init; }

    /// <summary>Gets the seed of a random order of the requests, or scenarios; <see langword="null"/> if they took turns.</summary>
    public int? OrderSeed { get; init; }

    /// <summary>Gets the data of the requests; <see langword="null"/> if there was none.</summary>
    public LoadData? Data { get; init; }

    public LoadOptions Options { get; init; } = new();
}
