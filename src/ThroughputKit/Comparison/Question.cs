namespace ThroughputKit.Comparison;

/// <summary>A gate of a comparison that is to be decided.</summary>
/// <param name="Quantity">The quantity that the gate limits.</param>
/// <param name="Limit">The limit, on the quantity's scale.</param>
internal sealed record Question(Quantity Quantity, double Limit)
{
    /// <summary>Returns one question for each gate that is set.</summary>
    public static IReadOnlyList<Question> Of(ComparisonGates gates) =>
        [.. Quantities.All.Where(q => q.Limit(gates) is not null).Select(q => new Question(q, q.Limit(gates)!.Value))];
}
