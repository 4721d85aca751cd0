using System.Globalization;
using System.Net;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Cookies;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Running;

/// <summary>Runs the preparations of a plan in order, and collects their headers and cookies for the load.</summary>
internal static class PreparationStep
{
    public static async Task<PreparedRequests> RunAsync(LoadPlan plan, CheckedAddress app, CancellationToken cancellationToken)
    {
        var rules = new CookieRules(app.Address.IdnHost, IPAddress.IsLoopback(app.EndPoint.Address), app.Tls is not null);
        var cookies = new CookieJar(new CookieStore(rules, TimeProvider.System));
        if (plan.Preparations.Count == 0)
        {
            return new PreparedRequests([], [], cookies);
        }

        if (plan.Kept?.Value is { } kept)
        {
            return kept;
        }

        // StartTimeout is the only limit. The client's own limit, 100 s, would end calls that may take longer.
        using var last = new LastRequest(AppHandler.Create(app, cookies, plan.Headers));
        using var client = new HttpClient(last) { BaseAddress = app.Address, Timeout = Timeout.InfiniteTimeSpan };
        foreach (var (name, value) in Literal(plan))
        {
            client.DefaultRequestHeaders.TryAddWithoutValidation(name, value); // those of a body are not the preparation's
        }

        var ofTest = DefaultHeaders(client);
        List<KeyValuePair<string, string>> headers = [];
        foreach (var preparation in plan.Preparations)
        {
            try
            {
                headers.AddRange(
                    await RunOneAsync(token => preparation(client, token), last, plan.Options.StartTimeout, cancellationToken).ConfigureAwait(false));
            }
            catch (Exception e) when (e is not LoadTestException && !cancellationToken.IsCancellationRequested)
            {
                throw new LoadTestException(
                    new Problem(
                        $"Prepare threw {e.GetType().Name}: {e.Message.TrimEnd('.')}.{last.Describe()}",
                        "a preparation that succeeds",
                        "No load was run. Does the app have the data that the preparation expects?"),
                    e);
            }
        }

        KeyValuePair<string, string>[] ofClient = [.. DefaultHeaders(client).Except(ofTest)];
        LoadTestException.ThrowIfAny([.. headers.Concat(ofClient).SelectMany(h => RequestRules.CheckHeader(h))]);
        var prepared = new PreparedRequests(headers, ofClient, cookies);
        plan.Kept?.Value = prepared;
        return prepared;
    }

    // There is no row for a preparation, nor a value that a chain has taken, so it sends no header with a placeholder.
    private static IEnumerable<KeyValuePair<string, string>> Literal(LoadPlan plan)
    {
        if (!plan.HasPlaceholders)
        {
            return plan.Headers;
        }

        var names = plan.PlaceholderNames();
        return
            from header in plan.Headers
            let pieces = RequestPieces.OfHeader(header.Value, names.Contains).ToArray()
            where pieces.All(p => p.Name is null)
            select KeyValuePair.Create(header.Key, pieces[0].Literal);
    }

    private static KeyValuePair<string, string>[] DefaultHeaders(HttpClient client) =>
        [.. client.DefaultRequestHeaders.NonValidated.Select(h => KeyValuePair.Create(h.Key, h.Value.ToString()))];

    // Runs on the pool and with a limit: a preparation may block, or ignore its token.
    private static async Task<IEnumerable<KeyValuePair<string, string>>> RunOneAsync(
        Func<CancellationToken, Task<IEnumerable<KeyValuePair<string, string>>>> preparation, LastRequest last, TimeSpan limit,
        CancellationToken cancellationToken)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var work = Task.Run(() => preparation(end.Token), cancellationToken);
        try
        {
            return await work.WaitAsync(limit, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException) when (!work.IsCompleted)
        {
            var where = last.Describe();
            await end.CancelAsync().ConfigureAwait(false); // don't leave its pending calls running
            throw new LoadTestException(new Problem(
                string.Create(CultureInfo.InvariantCulture, $"Prepare did not end within {limit.TotalSeconds:0.###} s.{where}"),
                "a preparation that ends within StartTimeout (30 s by default)",
                "Does it wait for a response that never comes? If it needs longer, set o.StartTimeout."));
        }
    }
}
