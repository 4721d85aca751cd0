using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Http2;

public class FrameReaderTests
{
    [Fact]
    public void Finds_the_same_frames_however_the_bytes_are_cut()
    {
        var frames = Gen.Choose(0, 40).Where(n => n != 33).ListOf();
        var cuts = Gen.Choose(0, 30).ListOf(20);

        Prop.ForAll(frames.Zip(cuts).ToArbitrary(), input =>
        {
            byte[] all = [.. input.Item1.SelectMany((length, i) => Bytes(length, stream: i))];
            List<(int, int, byte[])> found = [];
            var reader = new FrameReader();
            foreach (var piece in Wire.Cut(all, input.Item2))
            {
                Read(reader, piece, found);
            }

            return found.Select(f => (f.Item1, f.Item2)).SequenceEqual(input.Item1.Select((length, i) => (length, i)))
                && found.All(f => f.Item3.SequenceEqual(Payload(f.Item1)));
        }).Check(FixedInputs.Of(1_000));
    }

    /// <summary>One that is too long is never waited for.</summary>
    [Theory]
    [InlineData(16_384, false)]
    [InlineData(16_385, true)]
    [InlineData(0xFF_FF_FF, true)]
    public void Tells_the_length_of_a_frame_that_is_too_long(int length, bool isTold)
    {
        var reader = new FrameReader();
        List<(int Length, int Stream, byte[] Payload)> found = [];
        foreach (var piece in Bytes(length, stream: 1)[..FrameHeader.Size])
        {
            Read(reader, [piece], found);
        }

        Assert.Equal(isTold ? [length] : [], found.Select(f => f.Length));
    }

    private static void Read(FrameReader reader, byte[] bytes, List<(int Length, int Stream, byte[] Payload)> found)
    {
        ReadOnlySpan<byte> data = bytes;
        while (reader.TryRead(ref data, out var frame, out var payload))
        {
            found.Add((frame.Length, frame.Stream, payload.ToArray()));
        }

        Assert.True(data.IsEmpty);
    }

    private static byte[] Bytes(int length, int stream)
    {
        var header = new byte[FrameHeader.Size];
        new FrameHeader(length, FrameType.Data, FrameFlags.None, stream).Write(header);
        return [.. header, .. Payload(length)];
    }

    private static byte[] Payload(int length) => [.. Enumerable.Range(0, length).Select(i => (byte)i)];
}
