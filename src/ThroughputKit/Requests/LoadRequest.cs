using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using ThroughputKit.Requests;

namespace ThroughputKit;

/// <summary>
/// One HTTP request to be sent under load. Immutable: every method that changes something returns a new request.
/// </summary>
/// <remarks>
/// Nothing is checked here. A <see cref="LoadTest"/> checks all its requests and options together when it runs,
/// so that one exception names every mistake.
/// </remarks>
public sealed class LoadRequest
{
    private LoadRequest(string method, string path)
    {
        Method = method;
        Path = path;
    }

    /// <summary>Gets the method, for example <c>GET</c>.</summary>
    public string Method { get; }

    /// <summary>Gets the path and query, beginning with a slash.</summary>
    public string Path { get; }

    /// <summary>Gets the headers in the order in which they are sent.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; private init; } = [];

    /// <summary>Gets the bytes of the body, or <see langword="null"/> when the request carries none.</summary>
    public ReadOnlyMemory<byte>? Body { get; private init; }

    /// <summary>Gets what the request is called in results and messages: its method and path, unless it was <see cref="Named"/>.</summary>
    public string Name => OwnName ?? $"{Method} {Path}";

    /// <summary>Gets the name that it was given; <see langword="null"/> for none.</summary>
    internal string? OwnName { get; private init; }

    /// <summary>Gets why the body could not be made, or <see langword="null"/> when it could.</summary>
    internal Problem? BodyProblem { get; private init; }

    /// <summary>A GET request.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Get(string path) => Create("GET", path);

    /// <summary>A HEAD request.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Head(string path) => Create("HEAD", path);

    /// <summary>A DELETE request.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Delete(string path) => Create("DELETE", path);

    /// <summary>A POST request, to which a body is added with one of the <c>With...</c> methods.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Post(string path) => Create("POST", path);

    /// <summary>A PUT request, to which a body is added with one of the <c>With...</c> methods.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Put(string path) => Create("PUT", path);

    /// <summary>A PATCH request, to which a body is added with one of the <c>With...</c> methods.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Patch(string path) => Create("PATCH", path);

    /// <summary>A request with any method.</summary>
    /// <param name="method">The method, for example <c>OPTIONS</c>.</param>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public static LoadRequest Create(string method, string path)
    {
        ArgumentNullException.ThrowIfNull(method);
        ArgumentNullException.ThrowIfNull(path);
        return new LoadRequest(method, path);
    }

    /// <summary>The same request with a name, which stands in results and messages in the place of its method and path.</summary>
    /// <param name="name">The name, such as <c>orders</c>. Allowed: one that is not blank, without line breaks and other control characters.</param>
    public LoadRequest Named(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return new LoadRequest(Method, Path) { Headers = Headers, Body = Body, BodyProblem = BodyProblem, OwnName = name };
    }

    /// <summary>The same request with one more header.</summary>
    /// <param name="name">The name of the header.</param>
    /// <param name="value">The value of the header, in printable ASCII.</param>
    public LoadRequest WithHeader(string name, string value)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(value);
        return Copy([.. Headers, new(name, value)], Body, BodyProblem);
    }

    /// <summary>The same request with an object as its JSON body, written once, now, with web defaults (camelCase).</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="body">The object to be written.</param>
    /// <param name="options">The serializer's options; <see cref="JsonSerializerOptions.Web"/> by default.</param>
    public LoadRequest WithJson<T>(T body, JsonSerializerOptions? options = null) =>
        WithJson(JsonBody.Write(body, options ?? JsonSerializerOptions.Web));

    /// <summary>The same request with an object as its JSON body, written once, now, with source-generated metadata.</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="body">The object to be written.</param>
    /// <param name="typeInfo">The metadata of the type.</param>
    public LoadRequest WithJson<T>(T body, JsonTypeInfo<T> typeInfo)
    {
        ArgumentNullException.ThrowIfNull(typeInfo);
        return WithJson(JsonBody.Write(body, typeInfo));
    }

    /// <summary>The same request with JSON text as its body, sent as it is.</summary>
    /// <param name="json">The JSON text.</param>
    public LoadRequest WithJsonText(string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        return WithContent(Encoding.UTF8.GetBytes(json), JsonBody.MediaType);
    }

    /// <summary>The same request with any bytes as its body.</summary>
    /// <param name="body">The bytes; they are copied.</param>
    /// <param name="contentType">The value of the <c>Content-Type</c> header.</param>
    public LoadRequest WithContent(ReadOnlySpan<byte> body, string contentType)
    {
        ArgumentNullException.ThrowIfNull(contentType);
        return Copy(WithContentType(contentType), body.ToArray(), problem: null);
    }

    /// <inheritdoc/>
    public override string ToString() => Name;

    /// <summary>The same request with headers that replace those of the same name.</summary>
    internal LoadRequest WithReplacedHeaders(IReadOnlyList<KeyValuePair<string, string>> headers) =>
        headers.Count == 0 ? this : Copy(
            [.. Headers.Where(h => !headers.Any(n => Same(n.Key, h.Key))), .. headers], Body, BodyProblem);

    /// <summary>The same request with those headers of which it has none of the name.</summary>
    internal LoadRequest WithDefaultHeaders(IReadOnlyList<KeyValuePair<string, string>> headers) =>
        headers.Count == 0 ? this : Copy(
            [.. Headers, .. headers.Where(n => !Headers.Any(h => Same(n.Key, h.Key)))], Body, BodyProblem);

    private static bool Same(string left, string right) => string.Equals(left, right, StringComparison.OrdinalIgnoreCase);

    private LoadRequest WithJson(JsonBody json) => json.Problem is { } problem
        ? Copy(Headers, Body, problem)
        : Copy(WithContentType(JsonBody.MediaType), json.Bytes, problem: null);

    private List<KeyValuePair<string, string>> WithContentType(string contentType) =>
        [.. Headers.Where(h => !Same(h.Key, "Content-Type")), new("Content-Type", contentType)];

    private LoadRequest Copy(
        IReadOnlyList<KeyValuePair<string, string>> headers, ReadOnlyMemory<byte>? body, Problem? problem) =>
        new(Method, Path) { Headers = headers, Body = body, BodyProblem = problem, OwnName = OwnName };
}
