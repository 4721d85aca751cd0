using ThroughputKit;

namespace Verdicts.Shop;

/// <summary>What a shop does for a request, as it was counted.</summary>
/// <param name="Commands">The database commands.</param>
/// <param name="Requests">The HTTP requests.</param>
/// <param name="Exceptions">The exceptions.</param>
/// <param name="Locks">The contended locks.</param>
/// <param name="Failed">The gates that failed, of those that the shop without a fault just passes.</param>
/// <param name="Text">The messages of failed gates, and the text of the result.</param>
/// <param name="Seconds">How long counting took.</param>
internal sealed record ShopCount(double? Commands, double? Requests, double? Exceptions, double? Locks, IReadOnlyList<string> Failed, string Text, double? Seconds)
{
    /// <summary>What makes this program count once and end.</summary>
    public const string Argument = "count-shop";

    /// <summary>Gets gates on counts that the shop's page of products just passes.</summary>
    public static LoadGates Gates { get; } = new() { MaxDatabaseCommandsPerRequest = 2, MaxHttpRequestsPerRequest = 0, MaxExceptionsPerRequest = 0 };

    /// <summary>Counts for a page of products.</summary>
    public static async Task<ShopCount> MeasureAsync(ShopFault fault, bool isPublished, CancellationToken cancellationToken)
    {
        await using var other = await new SlowApp(Slowness.None, 0).StartAsync();
        var variant = new ShopVariant(Fault: fault, Other: $"{other.Host.Urls.First()}/plain");
        var shop = isPublished ? ShopLoad.Published(ShopEndpoint.List, variant) : ShopLoad.Here(ShopEndpoint.List, variant);
        var result = await shop.With(Short).Within(Gates).RunAsync(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        GateOutcome[] failed = [.. result.Gates.Where(g => g.Verdict == GateVerdict.Failed)];
        return new ShopCount(
            result.Counts?.DatabaseCommandsPerRequest,
            result.Counts?.HttpRequestsPerRequest,
            result.Counts?.ExceptionsPerRequest,
            result.Counts?.LockContentionsPerRequest,
            [.. failed.Select(g => g.Gate)],
            string.Join('\n', [.. failed.Select(g => g.Message), $"{result}"]),
            result.Times?.Counting?.TotalSeconds);
    }

    private static void Short(LoadOptions options) =>
        (options.WarmUp, options.MaxWarmUp, options.Duration) = (TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(1));
}
