using ThroughputKit.Running;

namespace ThroughputKit.Tests.Running;

public class CompilationIdleTests
{
    [Fact]
    public void Five_looks_without_a_compiled_method_are_quiet()
    {
        var code = new CompilationIdle(methods: 100, tolerated: 0);
        Add(code, [107, 107, 107, 107, 107]);

        Assert.False(code.IsQuiet);
        code.Add(107);
        Assert.Equal((true, 7), (code.IsQuiet, code.Compiled));
    }

    [Fact]
    public void Fewer_looks_are_enough_where_fewer_are_asked_for()
    {
        var code = new CompilationIdle(methods: 0, tolerated: 0, looks: 2);
        Add(code, [7, 7, 8]);
        Assert.False(code.IsQuiet);

        Add(code, [8, 8]);
        Assert.True(code.IsQuiet);
    }

    [Fact]
    public void A_single_method_starts_it_again()
    {
        var code = new CompilationIdle(methods: 0, tolerated: 0);
        Add(code, [0, 0, 0, 0, 1, 1, 1, 1, 1]);

        Assert.False(code.IsQuiet);
        code.Add(1);
        Assert.True(code.IsQuiet);
    }

    [Fact]
    public void As_few_methods_as_may_be_strays_are_quiet_together()
    {
        var code = new CompilationIdle(methods: 0, tolerated: 10);
        Add(code, [90, 93, 96, 96, 100]);
        Assert.False(code.IsQuiet);

        code.Add(100);
        Assert.Equal((true, 100), (code.IsQuiet, code.Compiled));
    }

    [Fact]
    public void One_more_than_that_starts_it_again()
    {
        var code = new CompilationIdle(methods: 0, tolerated: 10);
        Add(code, [90, 93, 96, 96, 100, 101]);

        Assert.False(code.IsQuiet);
    }

    [Fact]
    public void A_trickle_after_many_methods_is_quiet()
    {
        var code = new CompilationIdle(methods: 0, tolerated: 0, trickle: 0.05);
        Add(code, [1_000, 1_010, 1_020, 1_030, 1_040, 1_050]);

        Assert.True(code.IsQuiet);
    }

    [Fact]
    public void A_look_without_a_count_is_not_quiet()
    {
        var code = new CompilationIdle(methods: 0, tolerated: 0);
        Add(code, [0, 0, 0, 0, null]);
        Assert.Equal((false, null), (code.IsQuiet, code.Compiled));

        Add(code, [0, 0, 0, 0, 0]);
        Assert.False(code.IsQuiet);
        code.Add(0);
        Assert.True(code.IsQuiet);
    }

    private static void Add(CompilationIdle code, IEnumerable<long?> looks)
    {
        foreach (var methods in looks)
        {
            code.Add(methods);
        }
    }
}
