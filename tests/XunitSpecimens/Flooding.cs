using ThroughputKit;
using Xunit;

namespace XunitSpecimens;

public class Flooding(ITestOutputHelper output)
{
    [ThroughputFact]
    public LoadTest From_several_threads()
    {
        Parallel.For(0, 4, _ => Write(1_000));
        return Load.App("/text");
    }

    [ThroughputFact(MinRps = 1_000_000_000)]
    public LoadTest And_failing() => From_several_threads();

    [ThroughputTheory]
    [InlineData(1_000)]
    public LoadTest Not_yet(int lines)
    {
        Write(lines);
        return Load.App("/text");
    }

    private void Write(int lines)
    {
        for (var i = 0; i < lines; i++)
        {
            output.WriteLine($"Answered {i}");
        }
    }
}
