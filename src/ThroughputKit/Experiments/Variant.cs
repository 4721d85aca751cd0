using ThroughputKit.Planning;

namespace ThroughputKit.Experiments;

/// <summary>One variant of an experiment.</summary>
/// <param name="Name">The name.</param>
/// <param name="Measure">Measures the variant once.</param>
internal sealed record Variant(string Name, Func<CancellationToken, Task<LoadSample>> Measure)
{
    /// <summary>Gets the settings of a load test; <see langword="null"/> if the variant is something else.</summary>
    public LoadPlan? Plan { get; init; }

    /// <summary>Gets why the variant can't be measured in short slices, as what it is or has; <see langword="null"/> if it can.</summary>
    public string? WhyWhole => Plan switch
    {
        null => "is no load test",
        { Kind.WhyWhole: { } why } => why,
        { Rate: not null } => "has a rate",
        { Users: not null } => "has users that come and go",
        { Options.Requests: not null } => "has a number of requests",
        _ => null,
    };

    /// <summary>Finds the load test's problems before anything is run.</summary>
    /// <param name="isAlone">Whether no other variant is loaded at the same time.</param>
    public IEnumerable<Problem> Problems(bool isAlone) => Plan is null ? []
        : PlanRules.Check(Plan, isAlone).Concat(ExperimentRules.CheckTest(Plan, isSliced: !isAlone))
        .Select(p => p.In($"Variant '{DisplayName.Show(Name)}'"));
}
