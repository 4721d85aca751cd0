using System.Text;
using ThroughputKit.Requests.Cookies;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Requests.Chains;

/// <summary>Takes the value of a cookie that the response sets; if it sets it more than once, the last.</summary>
internal sealed class CookieSource(string name, string cookie) : ValueSource(name)
{
    private readonly byte[] _cookie = Encoding.Latin1.GetBytes(cookie);
    private readonly string _nothing = $"the response sets no cookie '{cookie}'";
    private readonly string _removed = $"the response removes the cookie '{cookie}'";

    public override ResponsePart Part => ResponsePart.Head;

    public override Problem? Problem => cookie.Length > 0 && !cookie.AsSpan().ContainsAny("=; \t") ? null : new Problem(
        $"TakeCookie names the cookie '{DisplayName.Show(cookie)}'",
        "a name without '=', ';' and spaces",
        "Give only the name, as in TakeCookie(\"session\", \"sid\").");

    public override string? Take(in CheckedResponse response, ValueBuffer value)
    {
        var now = TimeProvider.System.GetUtcNow();
        var nothing = _nothing;
        var head = response.Head;
        while (HeadFields.TryNext(ref head, "Set-Cookie"u8, out var set))
        {
            var read = new SetCookie(set, requestPath: "/"u8, now);
            if (read.Name.SequenceEqual(_cookie))
            {
                nothing = read.End > now ? value.Set(read.Value) : _removed;
            }
        }

        return nothing;
    }
}
