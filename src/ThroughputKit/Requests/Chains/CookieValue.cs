using ThroughputKit.Requests.Data;

namespace ThroughputKit.Requests.Chains;

/// <summary>Writes the cookies of the virtual user that are for the request; nothing if none is.</summary>
internal sealed class CookieValue(byte[] before, byte[] after) : TemplateValue
{
    public override int MaxLength => 0;

    public override bool IsOfUser => true;

    public override int MaxLengthFor(VirtualUser user) => before.Length + user.Cookies!.MaxLength + after.Length;

    public override int Write(Span<byte> destination, in DataPosition position)
    {
        var length = position.User!.WriteCookies(destination[before.Length..]);
        if (length == 0)
        {
            return 0;
        }

        before.CopyTo(destination);
        after.CopyTo(destination[(before.Length + length)..]);
        return before.Length + length + after.Length;
    }
}
