using Xunit;

namespace XunitSpecimens;

/// <summary>Ordinary tests in collections of their own, which xunit runs at the same time.</summary>
public abstract class Ordinary
{
    private static readonly TaskCompletionSource _met = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private static int _begun;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public async Task Takes_a_while(int number)
    {
        using var record = new Record("ordinary");
        await MeetAsync();
        await Task.Delay(50 + number);
    }

    // The first one waits for another, so that two run at the same time if xunit lets them, however busy the machine is.
    private static async Task MeetAsync()
    {
        if (Interlocked.Increment(ref _begun) == 1)
        {
            await Task.WhenAny(_met.Task, Task.Delay(TimeSpan.FromSeconds(20)));
        }

        _met.TrySetResult();
    }

    public sealed class A : Ordinary;

    public sealed class B : Ordinary;

    public sealed class C : Ordinary;

    [Collection("Db")]
    public sealed class D : Ordinary;
}
