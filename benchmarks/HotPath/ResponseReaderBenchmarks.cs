using BenchmarkDotNet.Attributes;
using ThroughputKit.Responses;

namespace HotPath;

/// <summary>Finding the end of one response.</summary>
[BenchmarkCategory(Category.PerRequest)]
public class ResponseReaderBenchmarks
{
    private const int Piece = 16 * 1024;
    private const int Cut = 70; // within the second header

    private readonly ResponseReader _reader = new();
    private readonly byte[] _json = Load.Json;
    private readonly byte[] _chunked = Load.ChunkedJson;
    private readonly byte[] _megabyte = Load.WithBody(1024 * 1024);

    [Benchmark]
    public void Json() => Read(_json, _json.Length);

    [Benchmark]
    public void Json_in_two_pieces() => Read(_json, Cut);

    [Benchmark]
    public void Chunked_json() => Read(_chunked, _chunked.Length);

    [Benchmark]
    public void Megabyte_in_pieces() => Read(_megabyte, Piece);

    private void Read(byte[] response, int piece)
    {
        _reader.Begin(isHead: false, Load.Success, isKept: false, wantsCapture: true);
        var (state, read) = (ReadState.NeedMore, 0);
        for (var received = piece; state == ReadState.NeedMore; received = Math.Min(received + piece, response.Length))
        {
            state = _reader.Read(response.AsSpan(read, received - read), out var consumed);
            read += consumed;
        }

        if (state != ReadState.Complete)
        {
            throw new InvalidOperationException(_reader.Error);
        }
    }
}
