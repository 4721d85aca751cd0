using ThroughputKit.Running;

namespace ThroughputKit.Tests.Running;

public class QuietCodeTests
{
    [Fact]
    public void Half_a_second_without_a_compiled_method_is_quiet()
    {
        var code = new QuietCode(strays: 0);
        Add(code, [7, 0, 0, 0, 0]);

        Assert.False(code.IsOver);
        code.Add(0);
        Assert.Equal((true, true, 7), (code.IsQuiet, code.IsOver, code.Methods));
    }

    [Fact]
    public void A_single_method_starts_it_again()
    {
        var code = new QuietCode(strays: 0);
        Add(code, [0, 0, 0, 0, 1, 0, 0, 0, 0]);

        Assert.False(code.IsOver);
    }

    [Fact]
    public void As_few_methods_as_may_be_strays_are_quiet_together()
    {
        var code = new QuietCode(strays: 10);
        Add(code, [90, 3, 3, 0, 5, 0]);
        Assert.False(code.IsQuiet);

        code.Add(2);
        Assert.Equal((true, 103), (code.IsQuiet, code.Methods));
    }

    [Fact]
    public void A_slice_without_a_count_is_not_quiet()
    {
        var code = new QuietCode(strays: 0);
        Add(code, [0, 0, 0, 0, null]);

        Assert.Equal((false, 0), (code.IsQuiet, code.Methods));
    }

    [Fact]
    public void Code_that_is_never_quiet_is_given_up_on()
    {
        var code = new QuietCode(strays: 0);
        Add(code, Enumerable.Repeat<long?>(2, QuietCode.Most - 1));

        Assert.False(code.IsOver);
        code.Add(2);
        Assert.Equal((false, true, 100), (code.IsQuiet, code.IsOver, code.Methods));
    }

    private static void Add(QuietCode code, IEnumerable<long?> slices)
    {
        foreach (var methods in slices)
        {
            code.Add(methods);
        }
    }
}
