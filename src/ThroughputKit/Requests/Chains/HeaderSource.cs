using System.Text;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Requests.Chains;

/// <summary>Takes the value of a header; of several with that name, the first.</summary>
internal sealed class HeaderSource(string name, string header) : ValueSource(name)
{
    private readonly byte[] _header = Encoding.Latin1.GetBytes(header);
    private readonly string _nothing = $"there is no header '{header}'";

    public override ResponsePart Part => ResponsePart.Head;

    public override Problem? Problem => RequestRules.CheckField(new(header, "")).FirstOrDefault();

    public override string? Take(in CheckedResponse response, ValueBuffer value)
    {
        var head = response.Head;
        return HeadFields.TryNext(ref head, _header, out var found) ? value.Set(found) : _nothing;
    }
}
