using System.Buffers.Binary;
using System.Text;
using ThroughputKit.Engines.Http2;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>The frames of a scripted server. A header block is "200|content-length: 5|x: y": its status, if it has one, and its fields, written out.</summary>
internal static class ServerFrames
{
    public const int None = 0, EndStream = 1, Ack = 1, EndHeaders = 4, Padded = 8, Priority = 32;

    public static byte[] Frame(int type, int flags, int stream, params byte[] payload)
    {
        var header = new byte[FrameHeader.Size];
        new FrameHeader(payload.Length, (FrameType)type, (FrameFlags)flags, stream).Write(header);
        return [.. header, .. payload];
    }

    public static byte[] Data(int stream, string text, int flags = None) => Frame(0, flags, stream, Encoding.ASCII.GetBytes(text));

    public static byte[] Headers(int stream, string fields, int flags = EndHeaders) => Frame(1, flags, stream, Block(fields));

    /// <summary>Returns a whole response.</summary>
    public static byte[] Answer(int stream, string body = "hello") => [.. Headers(stream, "200"), .. Data(stream, body, EndStream)];

    public static byte[] Reset(int stream, int code) => Frame(3, None, stream, Number(code));

    public static byte[] Settings(params (int Id, uint Value)[] settings) => Frame(4, None, 0, [.. settings.SelectMany(s => Setting(s.Id, s.Value))]);

    public static byte[] GoAway(int last, int code = 0, string text = "") =>
        Frame(7, None, 0, [.. Number(last), .. Number(code), .. Encoding.ASCII.GetBytes(text)]);

    public static byte[] Window(int stream, int by) => Frame(8, None, stream, Number(by));

    public static byte[] Continuation(int stream, string fields, int flags = None) => Frame(9, flags, stream, Block(fields));

    public static byte[] Block(string fields) => [.. fields.Split('|').Where(f => f.Length > 0).SelectMany(Field)];

    public static byte[] Number(int value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }

    private static byte[] Setting(int id, uint value) => [0, (byte)id, .. Number((int)value)];

    private static byte[] Field(string field)
    {
        var parts = field.Contains(": ", StringComparison.Ordinal) ? field.Split(": ", 2) : [":status", field];
        return [0, .. parts.SelectMany(p => new[] { (byte)p.Length }.Concat(Encoding.Latin1.GetBytes(p)))];
    }
}
