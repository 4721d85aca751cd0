namespace ThroughputKit.Findings;

/// <summary>A row of <see cref="StatusCauses"/>.</summary>
/// <param name="Statuses">The statuses of the row.</param>
/// <param name="Evidence">A text that the response contains; <see langword="null"/> if the row applies to any response.</param>
/// <param name="Name">The name of the finding.</param>
/// <param name="Cause">The cause, as the end of a sentence.</param>
/// <param name="Remedy">The remedy.</param>
internal sealed record StatusCause(int[] Statuses, string? Evidence, string Name, string Cause, string Remedy)
{
    /// <summary>Gets whether the row applies only if the same request had succeeded before.</summary>
    public bool IsAfterSuccess { get; init; }
}
