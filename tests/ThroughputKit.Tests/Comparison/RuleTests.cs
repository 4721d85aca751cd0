using Verdicts;

namespace ThroughputKit.Tests.Comparison;

/// <summary>The rule of comparisons against made-up noise, with fixed seeds: few trials here, many in benchmarks/verdicts.sh.</summary>
public class RuleTests
{
    private const int Trials = 1_000;

    // As recorded, rounded up.
    private static readonly Persistence _persistent = new(Placement: 0.012, Apps: 0.003, Blocks: 6, Placements: 50);

    public static TheoryData<string> Families => [.. NoiseFamily.Of(deviation: 0.1, correlation: 0).Select(f => f.Name)];

    // Undecided until the time is up, so each family takes long.
    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Families))]
    public void A_candidate_exactly_at_the_limit_fails_in_one_of_a_hundred_at_most(string family) =>
        Assert.InRange(Run(family, slowdown: 0.05).Failed, 0, Trials / 100);

    [Fact]
    public void A_candidate_exactly_at_the_limit_of_normal_noise_rarely_fails() => Assert.InRange(Run("normal", slowdown: 0.05).Failed, 0, Trials / 100);

    [Theory]
    [MemberData(nameof(Families))]
    public void A_candidate_that_is_no_slower_never_fails(string family) => Assert.Equal(0, Run(family, slowdown: 0).Failed);

    [Theory]
    [MemberData(nameof(Families))]
    public void A_candidate_that_is_far_beyond_the_limit_never_passes(string family) => Assert.Equal(0, Run(family, slowdown: 0.15).Passed);

    [Fact]
    public void Clear_cases_are_decided_nearly_always()
    {
        Assert.InRange(Run("normal", slowdown: 0).Passed, Trials * 99 / 100, Trials);
        Assert.InRange(Run("normal", slowdown: 0.12).Failed, Trials * 99 / 100, Trials);
    }

    private static (int Passed, int Failed) Run(string family, double slowdown) =>
        Simulator.Run(NoiseFamily.Of(deviation: 0.1, correlation: 0).Single(f => f.Name == family), _persistent, slowdown, limit: 0.05, Trials, seed: 1);
}
