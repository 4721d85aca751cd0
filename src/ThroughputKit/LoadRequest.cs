using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using ThroughputKit.Requests;
using ThroughputKit.Responses;

namespace ThroughputKit;

/// <summary>One HTTP request to be sent under load. Immutable: every method that changes something returns a new request.</summary>
/// <remarks>
/// Nothing is checked here. A <see cref="LoadTest"/> checks all its requests and options together when it runs, so that one exception reports every
/// mistake. To set the same twice is one, unless a method says that it adds.
/// </remarks>
public sealed partial class LoadRequest
{
    private const string ContentType = "Content-Type";

    private LoadRequest(string method, string path) => (Method, Path) = (method, path);

    // Whatever a request has, its changed copies have too.
    private LoadRequest(LoadRequest original)
        : this(original.Method, original.Path)
    {
        (Headers, Body, OwnName, Weight, BodyProblem) = (original.Headers, original.Body, original.OwnName, original.Weight, original.BodyProblem);
        (HasOwnContentType, IsGrpc) = (original.HasOwnContentType, original.IsGrpc);
        (ExpectedStatuses, Checks, Takes, Pause, Set) = (original.ExpectedStatuses, original.Checks, original.Takes, original.Pause, original.Set);
    }

    /// <summary>Gets the method, for example <c>GET</c>.</summary>
    public string Method { get; }

    /// <summary>Gets the path and query, beginning with a slash.</summary>
    public string Path { get; }

    /// <summary>Gets the headers in the order in which they are sent.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; private init; } = [];

    /// <summary>Gets the bytes of the body; <see langword="null"/> if the request has none.</summary>
    public ReadOnlyMemory<byte>? Body { get; private init; }

    /// <summary>Gets the name of the request in results and messages: its method and path, unless it was <see cref="Named"/>.</summary>
    public string Name => OwnName ?? $"{Method} {Path}";

    /// <summary>Gets how often the request is sent relative to the other requests of the test: see <see cref="WithWeight"/>.</summary>
    public int Weight { get; private init; } = 1;

    // A type that the user has set stays, whatever body follows.
    private bool HasOwnContentType { get; init; }

    /// <summary>Gets whether the request is a gRPC call.</summary>
    internal bool IsGrpc { get; private init; }

    /// <summary>Gets the name set by the user; <see langword="null"/> if there is none.</summary>
    internal string? OwnName { get; private init; }

    /// <summary>Gets the names of what was set, each as often as it was.</summary>
    internal IReadOnlyList<string> Set { get; private init; } = [];

    /// <summary>Gets the reason why the body could not be created; <see langword="null"/> if it could.</summary>
    internal Problem? BodyProblem { get; private init; }

    /// <summary>Creates a GET request.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Get(string path) => Create("GET", path);

    /// <summary>Creates a HEAD request.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Head(string path) => Create("HEAD", path);

    /// <summary>Creates a DELETE request.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Delete(string path) => Create("DELETE", path);

    /// <summary>Creates a POST request. Add a body with one of the <c>With...</c> methods.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Post(string path) => Create("POST", path);

    /// <summary>Creates a PUT request. Add a body with one of the <c>With...</c> methods.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Put(string path) => Create("PUT", path);

    /// <summary>Creates a PATCH request. Add a body with one of the <c>With...</c> methods.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Patch(string path) => Create("PATCH", path);

    /// <summary>
    /// Creates a gRPC call with one message, which is answered with one. It is sent over HTTP/2, and it succeeds only if its status, <c>grpc-status</c>, is 0
    /// and the answer has a whole message: any other answer with the HTTP status 200 is a failure of the kind <see cref="FailureKind.FailedCheck"/>, whatever
    /// the <see cref="LoadOptions.CheckedShare"/>. Checks of the body read the answer's message alone, and those of headers the trailers as well.
    /// </summary>
    /// <param name="path">The path, such as <c>/shop.Orders/Place</c>: the service with its package, and the method.</param>
    /// <param name="message">
    /// The message as the service's own code serializes it, such as <c>request.ToByteArray()</c> of Google.Protobuf, which may have no bytes. They are copied.
    /// </param>
    public static LoadRequest Grpc(string path, ReadOnlySpan<byte> message) =>
        new(Post(path).WithContent(GrpcMessage.Framed(message), "application/grpc").WithHeader("TE", "trailers"))
        {
            IsGrpc = true,
            ExpectedStatuses = GrpcAnswer.HttpStatuses,
        };

    /// <summary>Creates a request with any method.</summary>
    /// <param name="method">The method, for example <c>OPTIONS</c>.</param>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Create(string method, string path) => new(method.NotNull(), path.NotNull());

    /// <summary>Returns the same request with a name, which replaces its method and path in results and messages.</summary>
    /// <param name="name">The name, such as <c>orders</c>. Allowed: not blank, without line breaks and other control characters.</param>
    public LoadRequest Named(string name) => new(this) { OwnName = name.NotNull(), Set = [.. Set, nameof(Named)] };

    /// <summary>Returns the same request as one of a chain, whose name and weight it has.</summary>
    internal LoadRequest In(string chain, int weight) => new(this) { OwnName = $"{chain}: {Name}", Weight = weight };

    /// <summary>
    /// Returns the same request with a weight: of requests with the weights 7 and 1, the first is sent seven times as often as the second.
    /// </summary>
    /// <param name="weight">The weight. Allowed: zero or more; one or more requests of a test have a weight above zero.</param>
    public LoadRequest WithWeight(int weight) => new(this) { Weight = weight, Set = [.. Set, nameof(WithWeight)] };

    /// <summary>
    /// Returns the same request with one more header: a second one of the same name is sent beside the first. But a <c>Content-Type</c> replaces that of the
    /// body, whether the body is set before or after it, and there is one.
    /// </summary>
    /// <param name="name">The name of the header.</param>
    /// <param name="value">The value of the header, in printable ASCII.</param>
    public LoadRequest WithHeader(string name, string value)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(value);
        var isType = Same(name, ContentType);
        return new LoadRequest(this)
        {
            Headers = [.. isType ? Headers.Where(h => !Same(h.Key, ContentType)) : Headers, new(name, value)],
            HasOwnContentType = HasOwnContentType || isType,
            Set = isType ? [.. Set, ContentType] : Set,
        };
    }

    /// <summary>Returns the same request with an object as its JSON body, serialized once, now, with web defaults (camelCase).</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="body">The object to serialize.</param>
    /// <param name="options">The serializer's options; <see cref="JsonSerializerOptions.Web"/> by default.</param>
    public LoadRequest WithJson<T>(T body, JsonSerializerOptions? options = null) =>
        WithJson(JsonBody.Write(body, options ?? JsonSerializerOptions.Web));

    /// <summary>Returns the same request with an object as its JSON body, serialized once, now, with source-generated metadata.</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="body">The object to serialize.</param>
    /// <param name="typeInfo">The metadata of the type.</param>
    public LoadRequest WithJson<T>(T body, JsonTypeInfo<T> typeInfo) => WithJson(JsonBody.Write(body, typeInfo.NotNull()));

    /// <summary>Returns the same request with JSON text as its body, sent unchanged.</summary>
    /// <param name="json">The JSON text.</param>
    public LoadRequest WithJsonText(string json) => WithContent(Encoding.UTF8.GetBytes(json.NotNull()), JsonBody.MediaType);

    /// <summary>Returns the same request with any bytes as its body.</summary>
    /// <param name="body">The bytes; they are copied.</param>
    /// <param name="contentType">The value of the <c>Content-Type</c> header, unless one was set with <see cref="WithHeader"/>.</param>
    public LoadRequest WithContent(ReadOnlySpan<byte> body, string contentType) =>
        WithBody(WithContentType(contentType.NotNull()), body.ToArray(), problem: null);

    /// <inheritdoc/>
    public override string ToString() => Name;

    /// <summary>Returns the same request with these headers; they replace headers of the same name.</summary>
    internal LoadRequest WithReplacedHeaders(IReadOnlyList<KeyValuePair<string, string>> headers) =>
        headers.Count == 0 ? this : new(this) { Headers = [.. Headers.Where(h => !headers.Any(n => Same(n.Key, h.Key))), .. headers] };

    /// <summary>Returns the same request with these headers, except for names that it already has.</summary>
    internal LoadRequest WithDefaultHeaders(IReadOnlyList<KeyValuePair<string, string>> headers) =>
        headers.Count == 0 ? this : new(this) { Headers = [.. Headers, .. headers.Where(n => !Headers.Any(h => Same(n.Key, h.Key)))] };

    private static bool Same(string left, string right) => string.Equals(left, right, StringComparison.OrdinalIgnoreCase);

    private LoadRequest WithJson(JsonBody json) => json.Problem is { } problem
        ? WithBody(Headers, Body, problem)
        : WithBody(WithContentType(JsonBody.MediaType), json.Bytes, problem: null);

    private IReadOnlyList<KeyValuePair<string, string>> WithContentType(string contentType) =>
        HasOwnContentType ? Headers : [.. Headers.Where(h => !Same(h.Key, ContentType)), new(ContentType, contentType)];

    private LoadRequest WithBody(IReadOnlyList<KeyValuePair<string, string>> headers, ReadOnlyMemory<byte>? body, Problem? problem) =>
        new(this) { Headers = headers, Body = body, BodyProblem = problem, Set = [.. Set, "body"] };
}
