using ThroughputKit.Pacing;

namespace ThroughputKit.Tests.Pacing;

public class WindowTests
{
    [Fact]
    public void Includes_its_start_and_not_its_end()
    {
        var window = new Window();
        window.Open(now: 100, length: 50);

        Assert.Equal([true, true, false, false], new long[] { 100, 149, 150, 1000 }.Select(window.Includes));
    }

    [Fact]
    public void Ends_early_but_never_late()
    {
        var window = new Window();
        window.Open(now: 100, length: 50);

        window.Close(now: 120);
        Assert.Equal(120, window.End);
        window.Close(now: 140);
        Assert.Equal(120, window.End);
    }

    [Fact]
    public void May_be_without_end()
    {
        var window = new Window();
        window.Open(now: 100, length: long.MaxValue);

        Assert.Equal(long.MaxValue, window.End);
    }
}
