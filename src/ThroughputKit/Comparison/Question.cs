namespace ThroughputKit.Comparison;

/// <summary>A gate of a comparison that is to be decided.</summary>
/// <param name="Quantity">What it is about.</param>
/// <param name="Limit">Its limit, in the terms of the quantity.</param>
internal sealed record Question(Quantity Quantity, double Limit)
{
    /// <summary>The questions that gates ask.</summary>
    public static IReadOnlyList<Question> Of(ComparisonGates gates) =>
        [.. Quantities.All.Where(q => q.Limit(gates) is not null).Select(q => new Question(q, q.Limit(gates)!.Value))];
}
