using System.Text;
using System.Text.Unicode;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Requests.Chains;

/// <summary>Takes the value of a header; of several with that name, the first.</summary>
internal sealed class HeaderSource(string name, string header) : ValueSource(name)
{
    private readonly byte[] _header = Encoding.Latin1.GetBytes(header);
    private readonly string _nothing = $"there is no header '{header}'";
    private readonly string _notUtf8 = $"the header '{header}' is not UTF-8";

    public override ResponsePart Part => ResponsePart.Head;

    public override Problem? Problem => RequestRules.CheckField(new(header, "")).FirstOrDefault();

    public override string? Take(in CheckedResponse response, ValueBuffer value)
    {
        var head = response.Head;
        return !HeadFields.TryNext(ref head, _header, out var found) ? _nothing : Utf8.IsValid(found) ? value.Set(found) : _notUtf8;
    }
}
