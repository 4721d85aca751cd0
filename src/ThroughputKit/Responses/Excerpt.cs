using System.Text;

namespace ThroughputKit.Responses;

/// <summary>Shows the beginning of a body, or of a part of it, as text in one line.</summary>
internal static class Excerpt
{
    private const int MaxBytes = 64;

    public static string Of(ReadOnlySpan<byte> bytes) => Of(bytes[..Math.Min(bytes.Length, MaxBytes)], bytes.Length > MaxBytes);

    public static string Of(ReadOnlySpan<byte> bytes, bool isCut) =>
        DisplayName.Show(Encoding.UTF8.GetString(bytes)) + (isCut ? "..." : "");

    /// <summary>Returns the beginning in quotes, or "an empty body".</summary>
    public static string Shown(ReadOnlySpan<byte> body) => body.IsEmpty ? "an empty body" : Quoted(body);

    /// <summary>Returns the beginning in quotes, or "empty".</summary>
    public static string Quoted(ReadOnlySpan<byte> bytes) => bytes.IsEmpty ? "empty" : $"'{Of(bytes)}'";
}
