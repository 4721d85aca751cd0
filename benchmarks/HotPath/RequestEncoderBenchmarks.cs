using BenchmarkDotNet.Attributes;
using ThroughputKit;
using ThroughputKit.Requests;

namespace HotPath;

/// <summary>Writing requests as bytes. It allocates, because what it makes is kept for the whole load.</summary>
[BenchmarkCategory(Category.PerRun)]
public class RequestEncoderBenchmarks
{
    private readonly LoadRequest _post = LoadRequest.Post("/orders").WithJson(new { Item = "tea", Quantity = 3 });

    [Benchmark]
    public object Get() => RequestEncoder.Encode(Load.Get, Load.Address, Load.Success);

    [Benchmark]
    public object Post_json() => RequestEncoder.Encode(_post, Load.Address, Load.Success);
}
