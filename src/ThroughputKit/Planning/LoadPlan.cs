using System.Net;
using ThroughputKit.Hosting;

namespace ThroughputKit.Planning;

/// <summary>Everything a run needs to know. Never changed once made.</summary>
internal sealed record LoadPlan(ILoadTarget Target)
{
    /// <summary>Gets the name that it was given; <see langword="null"/> for none.</summary>
    public string? Name { get; init; }

    public IReadOnlyList<LoadRequest> Requests { get; init; } = [];

    /// <summary>Gets the headers that every request carries unless it has its own of the same name.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];

    public IReadOnlyList<Preparation> Preparations { get; init; } = [];

    public string? AllowedHost { get; init; }

    /// <summary>Gets the rate at which requests are sent; <see langword="null"/> for one after another on each connection.</summary>
    public LoadRate? Rate { get; init; }

    public LoadOptions Options { get; init; } = new();

    /// <summary>Gets whether a gate allows errors: then an app of which nothing else is to be had is loaded all the same.</summary>
    public bool AllowsErrors { get; init; }

    /// <summary>Gets the limit that allocated bytes are to be judged by: with one they are measured in windows of their own.</summary>
    public double? MaxAllocatedBytesPerRequest { get; init; }

    /// <summary>Gets whether the types that it allocates are to be sampled even within the limit.</summary>
    public bool SamplesTypes { get; init; }

    /// <summary>The same plan for several runs of one app: seeding data or signing in is asked for once, however many runs there are.</summary>
    public LoadPlan PreparedOnce() => this with { Preparations = [.. Preparations.Select(Once)] };

    /// <summary>The same plan, whose app, if it goes on from run to run, is prepared for the first of them only.</summary>
    public LoadPlan PreparedOncePerApp() => Target.IsKept ? PreparedOnce() : this;

    private static Preparation Once(Preparation preparation)
    {
        IReadOnlyList<KeyValuePair<string, string>>? headers = null;
        var set = new CookieCollection();
        return async (client, cookies, cancellationToken) =>
        {
            if (headers is null)
            {
                headers = [.. await preparation(client, cookies, cancellationToken).ConfigureAwait(false) ?? []];
                set = cookies.GetAllCookies();
            }

            cookies.Add(set);
            return headers;
        };
    }
}
