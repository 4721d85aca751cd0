using ThroughputKit.Baselines.Files;

namespace ThroughputKit.Tests.Baselines.Files;

/// <summary>The types that are named for bytes added since approval.</summary>
public class BaselineTypesTests
{
    private const double Sampled = 500e6; // a second of 25,000 requests of 20 KB

    [Fact]
    public void Names_the_type_that_accounts_for_most() => Assert.Equal(
        "+1,040.0 B since approval, mostly byte[]",
        BaselineTypes.DescribeAdded(1_040, Types(("System.String", 2_000), ("System.Byte[]", 1_540)), Types(("System.String", 2_000), ("System.Byte[]", 500))));

    [Fact]
    public void Names_a_new_type_and_then_the_others() => Assert.Equal(
        "+1,500.0 B since approval, mostly char[] (sampled: char[] +1,000 B, object +500 B)",
        BaselineTypes.DescribeAdded(1_500, Types(("System.Object", 500), ("System.Char[]", 1_000)), Types(("System.String", 2_000))));

    [Fact]
    public void Calls_no_type_the_main_one_below_half() => Assert.Equal(
        "+3,000.0 B since approval, among them char[] +1,000 B",
        BaselineTypes.DescribeAdded(3_000, Types(("System.Char[]", 1_000)), Types(("System.String", 2_000))));

    [Fact]
    public void Blames_no_type_for_differences_within_the_sampling_error() => Assert.Equal(
        "+104.0 B since approval, from many types, or too little to find by sampling",
        BaselineTypes.DescribeAdded(104, Types(("System.String", 29_104), ("System.Byte[]", 29_000)), Types(("System.String", 29_000), ("System.Byte[]", 29_000))));

    [Fact]
    public void Names_no_types_that_were_not_sampled()
    {
        Assert.Equal("+104.0 B since approval", BaselineTypes.DescribeAdded(104, null, Types(("System.String", 1))));
        Assert.Equal("+104.0 B since approval", BaselineTypes.DescribeAdded(104, Types(("System.String", 1)), null));
    }

    private static BaselineTypes Types(params (string Type, double Bytes)[] types) =>
        new() { SampledBytes = Sampled, BytesPerRequest = types.ToDictionary(t => t.Type, t => t.Bytes) };
}
