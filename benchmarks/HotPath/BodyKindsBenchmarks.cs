using System.Text;
using BenchmarkDotNet.Attributes;
using ThroughputKit.Recording;
using ThroughputKit.Responses;

namespace HotPath;

/// <summary>Comparing a success's body with those before it.</summary>
[BenchmarkCategory(Category.PerRequest)]
public class BodyKindsBenchmarks
{
    private readonly BodyKinds _kinds = new();
    private readonly BodyStart[] _same = [Body("""{"id":7,"name":"tea"}"""u8)];
    private readonly BodyStart[] _counting = [.. Enumerable.Range(10, 64).Select(i => Body(Utf8($$"""{"count":{{i}},"name":"tea","quantity":7}""")))];
    private readonly BodyStart[] _identified = [.. Enumerable.Range(0, 64).Select(i => Body(Utf8($$"""{"id":"{{Guid.NewGuid()}}"}""")))];
    private int _next;

    [Benchmark]
    public void The_same() => Add(_same);

    [Benchmark]
    public void Counting() => Add(_counting);

    [Benchmark]
    public void Identified() => Add(_identified);

    private static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);

    private static BodyStart Body(ReadOnlySpan<byte> data)
    {
        var body = new BodyStart();
        body.Append(data);
        return body;
    }

    private void Add(BodyStart[] bodies)
    {
        _next++;
        _kinds.Add(bodies[_next % bodies.Length], begun: _next, ended: _next + 1);
    }
}
