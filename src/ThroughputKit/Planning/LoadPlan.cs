using ThroughputKit.Hosting;

namespace ThroughputKit.Planning;

/// <summary>Everything a run needs to know. Never changed once made.</summary>
internal sealed record LoadPlan(ILoadTarget Target)
{
    public IReadOnlyList<LoadRequest> Requests { get; init; } = [];

    /// <summary>Gets the headers that every request carries unless it has its own of the same name.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];

    public IReadOnlyList<Preparation> Preparations { get; init; } = [];

    public string? AllowedHost { get; init; }

    /// <summary>Gets the rate at which requests are sent; <see langword="null"/> for one after another on each connection.</summary>
    public LoadRate? Rate { get; init; }

    public LoadOptions Options { get; init; } = new();

    /// <summary>Gets the limit that allocated bytes are to be judged by: with one they are measured in windows of their own.</summary>
    public double? MaxAllocatedBytesPerRequest { get; init; }

    /// <summary>The same plan for several runs of one app: seeding data or signing in is asked for once, however many runs there are.</summary>
    public LoadPlan PreparedOnce() => this with { Preparations = [.. Preparations.Select(Once)] };

    /// <summary>The same plan, whose app, if it goes on from run to run, is prepared for the first of them only.</summary>
    public LoadPlan PreparedOncePerApp() => Target.IsKept ? PreparedOnce() : this;

    private static Preparation Once(Preparation preparation)
    {
        IReadOnlyList<KeyValuePair<string, string>>? headers = null;
        return async (client, cancellationToken) => headers ??= [.. await preparation(client, cancellationToken).ConfigureAwait(false) ?? []];
    }
}
