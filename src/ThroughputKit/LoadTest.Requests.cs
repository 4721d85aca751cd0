using System.Text.Json.Serialization.Metadata;
using ThroughputKit.Planning;
using ThroughputKit.Scenarios;

namespace ThroughputKit;

/// <content>The requests that a test sends, or the scenario that it runs.</content>
public sealed partial class LoadTest
{
    /// <summary>Sends GET requests. Several requests of a test are sent in turn.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public LoadTest Get(string path) => Send(LoadRequest.Get(path));

    /// <summary>Sends HEAD requests.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public LoadTest Head(string path) => Send(LoadRequest.Head(path));

    /// <summary>Sends DELETE requests.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public LoadTest Delete(string path) => Send(LoadRequest.Delete(path));

    /// <summary>Sends POST requests without a body.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public LoadTest Post(string path) => Send(LoadRequest.Post(path));

    /// <summary>Sends POST requests with an object as JSON, serialized once with web defaults (camelCase).</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="body">The object.</param>
    public LoadTest PostJson<T>(string path, T body) => Send(LoadRequest.Post(path).WithJson(body));

    /// <summary>Sends POST requests with an object as JSON, serialized once with source-generated metadata.</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="body">The object.</param>
    /// <param name="typeInfo">The metadata of the type.</param>
    public LoadTest PostJson<T>(string path, T body, JsonTypeInfo<T> typeInfo) =>
        Send(LoadRequest.Post(path).WithJson(body, typeInfo));

    /// <summary>Sends POST requests with JSON text, sent unchanged.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="json">The JSON text.</param>
    public LoadTest PostJsonText(string path, string json) => Send(LoadRequest.Post(path).WithJsonText(json));

    /// <summary>Sends PUT requests without a body.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public LoadTest Put(string path) => Send(LoadRequest.Put(path));

    /// <summary>Sends PUT requests with an object as JSON, serialized once with web defaults (camelCase).</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="body">The object.</param>
    public LoadTest PutJson<T>(string path, T body) => Send(LoadRequest.Put(path).WithJson(body));

    /// <summary>Sends PUT requests with an object as JSON, serialized once with source-generated metadata.</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="body">The object.</param>
    /// <param name="typeInfo">The metadata of the type.</param>
    public LoadTest PutJson<T>(string path, T body, JsonTypeInfo<T> typeInfo) => Send(LoadRequest.Put(path).WithJson(body, typeInfo));

    /// <summary>Sends PUT requests with JSON text, sent unchanged.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="json">The JSON text.</param>
    public LoadTest PutJsonText(string path, string json) => Send(LoadRequest.Put(path).WithJsonText(json));

    /// <summary>Sends PATCH requests without a body.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public LoadTest Patch(string path) => Send(LoadRequest.Patch(path));

    /// <summary>Sends PATCH requests with an object as JSON, serialized once with web defaults (camelCase).</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="body">The object.</param>
    public LoadTest PatchJson<T>(string path, T body) => Send(LoadRequest.Patch(path).WithJson(body));

    /// <summary>Sends PATCH requests with an object as JSON, serialized once with source-generated metadata.</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="body">The object.</param>
    /// <param name="typeInfo">The metadata of the type.</param>
    public LoadTest PatchJson<T>(string path, T body, JsonTypeInfo<T> typeInfo) => Send(LoadRequest.Patch(path).WithJson(body, typeInfo));

    /// <summary>Sends PATCH requests with JSON text, sent unchanged.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="json">The JSON text.</param>
    public LoadTest PatchJsonText(string path, string json) => Send(LoadRequest.Patch(path).WithJsonText(json));

    /// <summary>Sends gRPC calls with one message, each answered with one: see <see cref="LoadRequest.Grpc"/>.</summary>
    /// <param name="path">The path, such as <c>/shop.Orders/Place</c>.</param>
    /// <param name="message">The message as the service's own code serializes it; it is copied.</param>
    public LoadTest Grpc(string path, ReadOnlySpan<byte> message) => Send(LoadRequest.Grpc(path, message));

    /// <summary>Adds any request. Several requests of a test are sent in turn, each as often as its <see cref="LoadRequest.Weight"/>.</summary>
    /// <param name="request">The request.</param>
    public LoadTest Send(LoadRequest request) => new(_plan with { Requests = [.. _plan.Requests, request.NotNull()] });

    /// <summary>
    /// Fills the placeholders of the requests from data: <c>{id}</c> in a path, a header value or a body stands for the column <c>id</c>. A value is escaped
    /// for where it stands. Two opening braces stand for one, wherever they are; a single brace is literal too, unless it begins a placeholder. Code of a
    /// scenario has a row for each iteration: <see cref="LoadUser.Data"/>.
    /// </summary>
    /// <param name="data">The data, with all columns.</param>
    public LoadTest WithData(LoadData data) => Once(_plan with { Data = data.NotNull() });

    /// <summary>
    /// Sends the requests as a chain: each connection is a virtual user that sends all of them in order, one after the other, over and over, and carries values
    /// from one to the next, which <see cref="LoadRequest.TakeJson"/> and its like take. With data, all requests of such a pass have the same row. After a
    /// request that fails, the user begins a new pass. A rate is one of passes.
    /// </summary>
    /// <param name="keepCookies">Whether a user sends the cookies that earlier responses of the pass have set.</param>
    public LoadTest AsChain(bool keepCookies = false) => Once(_plan with { IsChain = true, KeepsCookies = keepCookies });

    /// <summary>
    /// Adds a chain, as <see cref="AsChain"/> makes one of all requests. A test may have several: each pass of a user is one of a chain, in turn, as often as
    /// its weight says. Results and messages name a request after its chain too, such as "buy: GET /cart".
    /// </summary>
    /// <param name="name">The name of the chain.</param>
    /// <param name="requests">Its requests, in order.</param>
    /// <param name="weight">
    /// How often there is a pass of it, relative to other chains. Allowed: zero or more; one or more chains of a test have a weight above zero.
    /// </param>
    /// <param name="keepCookies">Whether a user sends the cookies that earlier responses of the pass have set.</param>
    public LoadTest Chain(string name, IReadOnlyList<LoadRequest> requests, int weight = 1, bool keepCookies = false)
    {
        var chain = new ChainPlan(name.NotNull(), [.. requests.NotNull().Select(r => r.NotNull())], weight, keepCookies);
        return new LoadTest(_plan with
        {
            NamedChains = [.. _plan.NamedChains, chain],
            Requests = [.. _plan.Requests, .. chain.Requests.Select(r => r.In(name, weight))],
            KeepsCookies = _plan.KeepsCookies || keepCookies,
        });
    }

    /// <summary>
    /// Runs a scenario instead of fixed requests: each of <see cref="LoadOptions.Connections"/> virtual users does it again and again, with a client of its
    /// own. A test may have several, at most 16: each iteration is of one of them, in turn and by their weights, whichever user does it. Users do all of them,
    /// with the same client; they begin and end once, and <see cref="LoadUser.Iteration"/> and the rows of the data are counted over all of them. Steps of
    /// one name have their figures together.
    /// </summary>
    /// <param name="name">The name of the scenario, which no other of the test has.</param>
    /// <param name="iterate">
    /// Does the scenario once. What it does within <see cref="LoadUser.StepAsync(string, Func{Task}, bool)"/> is measured. The token is cancelled when it
    /// has to end.
    /// </param>
    /// <param name="weight">
    /// The weight: of scenarios with the weights 7 and 1, the first is done seven times as often as the second. Allowed: zero or more; one or more scenarios
    /// of a test have a weight above zero.
    /// </param>
    public LoadTest Scenario(string name, Func<LoadUser, CancellationToken, Task> iterate, int weight = 1) =>
        new(_plan with { Scenarios = [.. _plan.Scenarios, new Scenario(name.NotNull(), iterate.NotNull(), weight)] });

    /// <summary>
    /// Lets each user of a scenario begin with code, such as a sign-in, before its first iteration in a run, and before the load if it takes part from the
    /// beginning. With <see cref="WithUsers"/>, whenever it joins. Nothing that it does is in any figure. A WebSocket over which it sends something, such as a
    /// subscription, is kept for all iterations; a user who loses it, because the app closes it or an answer is missing, begins anew.
    /// </summary>
    /// <param name="begin">
    /// Begins. If it throws, gets a response that is no success, or takes longer than <see cref="LoadOptions.StartTimeout"/>, the run ends with a
    /// <see cref="LoadTestException"/>. What <see cref="LoadUser.Client"/> has been given is kept for the iterations, such as cookies and headers. The token is
    /// cancelled with the run, and for a user that joins with the end of the window: that is no failure, and such a user doesn't end.
    /// </param>
    public LoadTest OnUserBegin(Func<LoadUser, CancellationToken, Task> begin) => Once(_plan with { Hooks = _plan.Hooks with { Begin = begin.NotNull() } });

    /// <summary>
    /// Lets each user of a scenario that has begun end with code, such as a sign-out, once nothing more is measured, and also if the run was cancelled or
    /// failed. With <see cref="WithUsers"/>, whenever it leaves. Nothing that it does is in any figure.
    /// </summary>
    /// <param name="end">
    /// Ends, for 16 users at a time. If it throws, gets a response that is no success, or takes longer than <see cref="LoadOptions.RequestTimeout"/>, the run
    /// ends with a <see cref="LoadTestException"/>, unless it was cancelled: then users have 2 s.
    /// </param>
    public LoadTest OnUserEnd(Func<LoadUser, CancellationToken, Task> end) => Once(_plan with { Hooks = _plan.Hooks with { End = end.NotNull() } });

    /// <summary>
    /// Changes the number of users of a scenario or a chain over time: they leave only between two iterations or passes. The length of that is the duration of
    /// the test.
    /// </summary>
    /// <param name="users">The number of users, instead of <see cref="LoadOptions.Connections"/>.</param>
    public LoadTest WithUsers(LoadUsers users) => Once(_plan with { Users = users.NotNull() });

    /// <summary>
    /// Sends the requests, or does several scenarios, in a random order instead of in turn. Their weights hold all the same, and runs with the same seed have
    /// the same order: in a closed loop with a duration, on each connection. With a number of requests or at a set rate, whichever connection is free takes
    /// the next.
    /// </summary>
    /// <param name="seed">The seed of the order: any number.</param>
    public LoadTest InRandomOrder(int seed) => Once(_plan with { OrderSeed = seed });
}
