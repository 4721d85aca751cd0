using System.Buffers.Binary;

namespace ThroughputKit.Responses;

/// <summary>How a message of gRPC stands in a body: after a byte that says whether it is compressed, and its length in four.</summary>
internal static class GrpcMessage
{
    public const int PrefixLength = 5;

    /// <summary>Returns the body with a message that isn't compressed.</summary>
    public static byte[] Framed(ReadOnlySpan<byte> message)
    {
        var framed = new byte[PrefixLength + message.Length];
        BinaryPrimitives.WriteInt32BigEndian(framed.AsSpan(1), message.Length);
        message.CopyTo(framed.AsSpan(PrefixLength));
        return framed;
    }

    /// <summary>Returns whether a body is one whole message.</summary>
    public static bool IsWhole(BodyStart body) =>
        body.Length >= PrefixLength && BinaryPrimitives.ReadUInt32BigEndian(body.Bytes[1..]) == body.Length - PrefixLength;

    /// <summary>Returns whether the message of a body is flagged as compressed. Any flag but 0 is.</summary>
    public static bool IsCompressed(BodyStart body) => body.Bytes[0] != 0;
}
