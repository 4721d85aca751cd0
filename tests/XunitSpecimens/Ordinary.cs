using Xunit;

namespace XunitSpecimens;

/// <summary>Ordinary tests in collections of their own, which xunit runs at the same time.</summary>
public abstract class Ordinary
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public async Task Takes_a_while(int number)
    {
        using var record = new Record("ordinary");
        await Task.Delay(50 + number);
    }

    public sealed class A : Ordinary;

    public sealed class B : Ordinary;

    public sealed class C : Ordinary;

    [Collection("Db")]
    public sealed class D : Ordinary;
}
