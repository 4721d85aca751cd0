using System.Text;

namespace ThroughputKit.Responses.Checks;

/// <summary>Expects a header, with any value or with a certain one.</summary>
/// <param name="name">The name of the header.</param>
/// <param name="value">The value, which one of the headers with that name must have; <see langword="null"/> for any.</param>
internal sealed class HeaderCheck(string name, string? value) : ResponseCheck
{
    private readonly byte[] _name = Encoding.Latin1.GetBytes(name);
    private readonly byte[] _value = Encoding.Latin1.GetBytes(value?.Trim(' ', '\t') ?? "");

    /// <summary>Gets the header; its value is empty if any will do.</summary>
    public KeyValuePair<string, string> Header => new(name, value ?? "");

    public override string Subject => $"the header '{name}'";

    public override string Expectation => value is null ? "to exist" : $"to be '{value}'";

    public override ResponsePart Part => ResponsePart.Head;

    public override string? Fault(in CheckedResponse response, bool explains)
    {
        var head = response.Head;
        while (HeadFields.TryNext(ref head, _name, out var found))
        {
            if (value is null || found.SequenceEqual(_value))
            {
                return null;
            }
        }

        return explains ? Explain(response.Head) : Unexplained;
    }

    private string Explain(ReadOnlySpan<byte> head)
    {
        List<string> found = [];
        while (HeadFields.TryNext(ref head, _name, out var other))
        {
            found.Add(Excerpt.Quoted(other));
        }

        return found.Count == 0 ? "there is none" : $"it is {string.Join(" and ", found)}";
    }
}
