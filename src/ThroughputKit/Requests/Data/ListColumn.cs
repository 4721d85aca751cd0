using System.Text;
using static System.FormattableString;

namespace ThroughputKit.Requests.Data;

/// <summary>A column whose values are known before the load.</summary>
internal sealed record ListColumn(string Name, IReadOnlyList<string> Values, RowOrder Order, int Seed) : DataColumn(Name)
{
    private const int MaxShown = 60;

    public override TemplateValue In(ValuePlace place) =>
        new ListValue(Values, place, Order, Scatter.Of((ulong)Seed + (Order == RowOrder.Choice ? Scatter.Of(Name) : 0))); // columns with the same seed differ

    public override Problem? Check(ValuePlace place, string where)
    {
        for (var i = 0; i < Values.Count; i++)
        {
            if (Escaping.Refuse(place, Encoding.UTF8.GetBytes(Values[i])) is { } allowed)
            {
                return new Problem(
                    Invariant($"The value of {Name} in row {i + 1:N0} is '{Show(Values[i])}', for {where}"),
                    allowed,
                    "Correct the data, or leave out rows with such values.");
            }
        }

        return Values.Count == 0 ? new Problem($"{Name} has no values to choose from", "one value or more", "Did a filter leave nothing?") : null;
    }

    private static string Show(string value) => (value.Length > MaxShown ? value[..MaxShown] : value)
        .Replace("\r", "\\r", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);
}
