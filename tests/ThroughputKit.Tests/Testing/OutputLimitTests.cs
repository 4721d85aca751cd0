using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

public class OutputLimitTests
{
    private readonly OutputLimit _limit = new();

    [Fact]
    public void A_thousand_lines_pass()
    {
        var text = Lines("Answered {0}", 1_000);

        Assert.Equal(text, _limit.Add(text));
        Assert.Null(_limit.LeftOut);
    }

    [Fact]
    public void Of_more_the_first_of_each_pattern_pass_and_the_rest_is_counted()
    {
        _limit.Add(Lines("Answered {0}", 1_000));

        Assert.Equal("Answered 0\nSaved 0\nAnswered 1\nSaved 1\nAnswered 2\nSaved 2\n", _limit.Add(Lines("Answered {0}\nSaved {0}", 50)));
        Assert.Equal("", _limit.Add("Answered 50\n"));
        Assert.Equal("Something else\n", _limit.Add("Something else\n"));
        Assert.Equal(Lines("Answered {0}", 1_000) + "Answered 0\nSaved 0\nAnswered 1\nSaved 1\nAnswered 2\nSaved 2\nSomething else\n", _limit.Passed);
        Assert.Equal(
            "ThroughputKit left out 95 lines that went to the test's output: 48 like \"Answered 0\"; 47 like \"Saved 0\"", _limit.LeftOut);
    }

    [Fact]
    public void Lines_that_are_exempt_pass_and_do_not_count()
    {
        _limit.Exempt("RPS 1\r\nRPS 2");

        _limit.Add(Lines("RPS {0}", 1_005));
        Assert.Null(_limit.LeftOut); // 1,003 besides those, of which three are the first of their pattern

        Assert.Equal("RPS 1\nRPS 2\r\n", _limit.Add("RPS 1\nRPS 2\r\nRPS 3\n"));
        Assert.Equal("ThroughputKit left out 1 line that went to the test's output: 1 like \"RPS 1002\"", _limit.LeftOut);
    }

    [Fact]
    public void Any_thread_may_write()
    {
        Parallel.For(0, 4, _ =>
        {
            for (var i = 0; i < 1_000; i++)
            {
                _limit.Add("Answered 1\n");
            }
        });

        Assert.Equal(1_003, _limit.Passed.Split('\n').Length - 1);
        Assert.Contains("left out 2,997 lines ", _limit.LeftOut, StringComparison.Ordinal);
    }

    private static string Lines(string format, int count) =>
        string.Concat(Enumerable.Range(0, count).Select(i => string.Format(System.Globalization.CultureInfo.InvariantCulture, format, i) + "\n"));
}
