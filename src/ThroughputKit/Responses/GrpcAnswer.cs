using System.Buffers.Text;
using System.Text;
using ThroughputKit.Responses.Checks;
using static System.FormattableString;

namespace ThroughputKit.Responses;

/// <summary>
/// Judges the answer to a gRPC call with one message, whose HTTP status is 200. The call's own status is in the trailers, or in the head if nothing else came.
/// </summary>
internal static class GrpcAnswer
{
    private const int LongestMessage = 300;

    /// <summary>Gets the HTTP statuses of answers that are judged. All others are failures of HTTP.</summary>
    public static IReadOnlyList<int> HttpStatuses { get; } = [200];

    /// <summary>Returns why the call failed; <see langword="null"/> if it has succeeded.</summary>
    /// <param name="kept">The fields of the head and of the trailers.</param>
    /// <param name="body">The length of the body, and how it begins.</param>
    /// <param name="explains">Whether to explain it. If not, the text of a failure is empty.</param>
    public static string? Fault(KeptResponse kept, BodyStart body, bool explains)
    {
        var status = StatusIn(kept.Head);
        var isOk = status.SequenceEqual("0"u8) && StatusIn(kept.Trailers).Length > 0 && HasItsType(kept.Head)
            && GrpcMessage.IsWhole(body) && !GrpcMessage.IsCompressed(body);
        return isOk ? null : explains ? Explain(kept, status, body) : "";
    }

    /// <summary>Returns whether a content type is that of gRPC.</summary>
    /// <remarks>A subtype such as application/grpc+proto names the format of the message. application/grpc-web is another protocol.</remarks>
    public static bool IsItsType(ReadOnlySpan<byte> type)
    {
        var own = "application/grpc"u8;
        return type.Length >= own.Length && Ascii.EqualsIgnoreCase(type[..own.Length], own)
            && (type.Length == own.Length || type[own.Length] is (byte)'+' or (byte)';');
    }

    /// <summary>Returns whether a fault is a status that says no more than that the service failed: an exception came out of it.</summary>
    public static bool IsOfService(string fault) =>
        fault.StartsWith("grpc-status 2 (", StringComparison.Ordinal) || fault.StartsWith("grpc-status 13 (", StringComparison.Ordinal);

    private static string Explain(KeptResponse kept, ReadOnlySpan<byte> status, BodyStart body) =>
        !status.IsEmpty && !status.SequenceEqual("0"u8) ? $"grpc-status {Named(status)}{MessageIn(kept.Head)}"
        : !HasItsType(kept.Head) ? $"the content type was expected to be 'application/grpc', but it is {Excerpt.Quoted(Last(kept.Head, "content-type"u8))}: "
            + "it wasn't a gRPC service that answered"
        : status.IsEmpty ? "there is no grpc-status, in trailers or in the head, so the answer is not whole"
        : body.Length == 0 ? "grpc-status 0 (OK), but there is no message"
        : StatusIn(kept.Trailers).IsEmpty ? "grpc-status 0 (OK) is in the head, and none in trailers after the message, so the answer is not whole"
        : !GrpcMessage.IsWhole(body) ? Invariant($"grpc-status 0 (OK), but the body of {body.Length:N0} B is not one whole message")
        : Invariant($"grpc-status 0 (OK), but the message is flagged as compressed ({body.Bytes[0]} instead of 0), which a call without grpc-accept-encoding ")
            + "doesn't allow. Leave that header out: no compression is read";

    private static string Named(ReadOnlySpan<byte> status)
    {
        var isNumber = Utf8Parser.TryParse(status, out int code, out var digits) && digits == status.Length;
        return Invariant($"{Excerpt.Of(status)} ({(isNumber && Enum.IsDefined((GrpcStatus)code) ? (GrpcStatus)code : "not a status of gRPC")})");
    }

    // Of several, the first that refuses.
    private static ReadOnlySpan<byte> StatusIn(ReadOnlySpan<byte> head)
    {
        var status = ""u8;
        while ((status.IsEmpty || status.SequenceEqual("0"u8)) && HeadFields.TryNext(ref head, "grpc-status"u8, out var value))
        {
            status = value;
        }

        return status;
    }

    // Percent-encoded UTF-8.
    private static string MessageIn(ReadOnlySpan<byte> head)
    {
        var message = DisplayName.Show(Uri.UnescapeDataString(Encoding.UTF8.GetString(Last(head, "grpc-message"u8))));
        return message.Length == 0 ? "" : $": {(message.Length > LongestMessage ? $"{message[..LongestMessage]}..." : message)}";
    }

    private static bool HasItsType(ReadOnlySpan<byte> head) => IsItsType(Last(head, "content-type"u8));

    private static ReadOnlySpan<byte> Last(ReadOnlySpan<byte> head, ReadOnlySpan<byte> name)
    {
        ReadOnlySpan<byte> last = default;
        while (HeadFields.TryNext(ref head, name, out var value))
        {
            last = value;
        }

        return last;
    }
}
