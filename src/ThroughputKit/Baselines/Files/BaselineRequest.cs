using System.Security.Cryptography;

namespace ThroughputKit.Baselines.Files;

/// <summary>A sent request. Header values are left out because they may be secret.</summary>
internal sealed record BaselineRequest
{
    /// <summary>Gets the method and path.</summary>
    public required string Request { get; init; }

    /// <summary>Gets the header names, in the order in which they are sent; <see langword="null"/> if there are none.</summary>
    public string? Headers { get; init; }

    public int? BodyBytes { get; init; }

    public string? BodySha256 { get; init; }

    public static BaselineRequest Of(LoadRequest request) => new()
    {
        Request = request.Name,
        Headers = request.Headers.Count == 0 ? null : string.Join(", ", request.Headers.Select(h => h.Key)),
        BodyBytes = request.Body?.Length,
        BodySha256 = request.Body is { } body ? Convert.ToHexStringLower(SHA256.HashData(body.Span)) : null,
    };

    public override string ToString() => string.Join(", ", new[]
    {
        Request,
        Headers is null ? null : $"headers {Headers}",
        BodyBytes is null ? null : FormattableString.Invariant($"a body of {BodyBytes} B (SHA-256 {BodySha256?[..Math.Min(8, BodySha256.Length)]})"),
    }.OfType<string>());
}
