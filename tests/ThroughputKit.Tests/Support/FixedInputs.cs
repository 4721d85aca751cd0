using FsCheck;
using Microsoft.FSharp.Core;

namespace ThroughputKit.Tests.Support;

/// <summary>Made-up inputs of a property, the same in every run: chance decides no test.</summary>
internal static class FixedInputs
{
    private const ulong Seed = 20_261_125;

    public static Config Of(int count = 100) => Config.QuickThrowOnFailure
        .WithMaxTest(count)
        .WithReplay(FSharpOption<Replay>.Some(new Replay(new Rnd(Seed), FSharpOption<int>.None)));
}
