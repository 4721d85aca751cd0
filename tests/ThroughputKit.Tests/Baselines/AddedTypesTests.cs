using ThroughputKit.Baselines;

namespace ThroughputKit.Tests.Baselines;

/// <summary>Of which types the bytes are said to be that were added since approval.</summary>
public class AddedTypesTests
{
    private const double Sampled = 500e6; // a second of 25,000 requests of 20 KB

    [Fact]
    public void Names_the_type_that_most_of_it_is() => Assert.Equal(
        "+1,040.0 B since approval, mostly System.Byte[]",
        AddedTypes.Describe(1_040, Types(("System.String", 2_000), ("System.Byte[]", 1_540)), Types(("System.String", 2_000), ("System.Byte[]", 500))));

    [Fact]
    public void Names_a_type_that_is_new_and_others_after_it() => Assert.Equal(
        "+1,500.0 B since approval, mostly System.Char[] (sampled: System.Char[] +1,000 B, System.Object +500 B)",
        AddedTypes.Describe(1_500, Types(("System.Object", 500), ("System.Char[]", 1_000)), Types(("System.String", 2_000))));

    [Fact]
    public void Calls_none_the_main_one_that_is_less_than_half_of_it() => Assert.Equal(
        "+3,000.0 B since approval, among them System.Char[] +1,000 B",
        AddedTypes.Describe(3_000, Types(("System.Char[]", 1_000)), Types(("System.String", 2_000))));

    [Fact]
    public void Blames_no_type_for_what_a_sample_may_be_off_by() => Assert.Equal(
        "+104.0 B since approval, spread over types or too little for a sample to tell which",
        AddedTypes.Describe(104, Types(("System.String", 29_104), ("System.Byte[]", 29_000)), Types(("System.String", 29_000), ("System.Byte[]", 29_000))));

    [Fact]
    public void Leaves_types_out_that_were_not_sampled()
    {
        Assert.Equal("+104.0 B since approval", AddedTypes.Describe(104, null, Types(("System.String", 1))));
        Assert.Equal("+104.0 B since approval", AddedTypes.Describe(104, Types(("System.String", 1)), null));
    }

    private static BaselineTypes Types(params (string Type, double Bytes)[] types) =>
        new() { SampledBytes = Sampled, BytesPerRequest = types.ToDictionary(t => t.Type, t => t.Bytes) };
}
