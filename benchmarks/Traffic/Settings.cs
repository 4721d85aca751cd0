namespace Traffic;

/// <summary>How much is measured.</summary>
/// <param name="Slices">The time for a ratio that is measured in slices.</param>
/// <param name="Rounds">Rounds of any other ratio; an interval needs six.</param>
/// <param name="ProgressRounds">Rounds of a run with progress beside one without.</param>
/// <param name="Round">The length of a load in a round.</param>
/// <param name="Users">Virtual users with think time. Of a scenario, a tenth of them.</param>
/// <param name="WarmUp">The time before users are measured.</param>
/// <param name="Duration">The time for which users are measured.</param>
internal sealed record Settings(TimeSpan Slices, int Rounds, int ProgressRounds, TimeSpan Round, int Users, TimeSpan WarmUp, TimeSpan Duration)
{
    public static Settings Whole { get; } = new(TimeSpan.FromSeconds(15), 16, 24, TimeSpan.FromSeconds(0.5), 10_000, TimeSpan.FromSeconds(8), TimeSpan.FromSeconds(15));

    public static Settings Quick { get; } = new(TimeSpan.FromSeconds(3), 6, 6, TimeSpan.FromSeconds(0.2), 1_000, TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(3));
}
