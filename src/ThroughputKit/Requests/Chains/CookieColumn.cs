using ThroughputKit.Requests.Data;

namespace ThroughputKit.Requests.Chains;

/// <summary>The cookies that a virtual user sends: a header line, or the rest of the line if the request has cookies of its own.</summary>
internal sealed record CookieColumn(string Name) : DataColumn(Name)
{
    /// <summary>The name of the header line, which no placeholder can have.</summary>
    public const string Line = "\nCookie";

    /// <summary>The name of the rest of a header line.</summary>
    public const string Rest = "\nCookie, more";

    public override TemplateValue In(ValuePlace place) => Name == Line
        ? new CookieValue("Cookie: "u8.ToArray(), "\r\n"u8.ToArray())
        : new CookieValue("; "u8.ToArray(), []);

    public override Problem? Check(ValuePlace place, string where) => null;

    // Those that are for the request; nothing if none is.
    private sealed class CookieValue(byte[] before, byte[] after) : TemplateValue
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
}
