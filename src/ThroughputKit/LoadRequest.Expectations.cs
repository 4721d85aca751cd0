using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit;

/// <content>
/// What the request expects in return. A response that fails a check is a failure of the kind <see cref="FailureKind.FailedCheck"/>. Each check adds to
/// those before it.
/// </content>
public sealed partial class LoadRequest
{
    /// <summary>Gets the statuses that are successes; <see langword="null"/> if the options decide.</summary>
    internal IReadOnlyList<int>? ExpectedStatuses { get; private init; }

    /// <summary>Gets what responses are checked for besides their status.</summary>
    internal IReadOnlyList<ResponseCheck> Checks { get; private init; } = [];

    /// <summary>Returns the same request with the statuses that are successes. Without them, <see cref="LoadOptions.IsSuccess"/> decides.</summary>
    /// <param name="statuses">One status or more. Allowed: 101, and 200 to 999.</param>
    public LoadRequest Expect(params int[] statuses) =>
        new(this) { ExpectedStatuses = [.. statuses.NotNull()], Set = [.. Set, nameof(Expect)] };

    /// <summary>Returns the same request, whose responses must have a header, whatever its value.</summary>
    /// <param name="name">The name of the header.</param>
    public LoadRequest ExpectHeader(string name) => Checked(new HeaderCheck(name.NotNull(), value: null));

    /// <summary>Returns the same request, whose responses must have a header with this value. If there are several of that name, one of them must.</summary>
    /// <param name="name">The name of the header.</param>
    /// <param name="value">The whole value, in printable ASCII; upper and lower case differ.</param>
    public LoadRequest ExpectHeader(string name, string value) => Checked(new HeaderCheck(name.NotNull(), value.NotNull()));

    /// <summary>Returns the same request, whose responses must have this content type.</summary>
    /// <param name="mediaType">
    /// The media type, such as <c>application/json</c>. With parameters, such as <c>text/html; charset=utf-8</c>, the whole header must be the same.
    /// </param>
    public LoadRequest ExpectContentType(string mediaType) => Checked(new ContentTypeCheck(mediaType.NotNull()));

    /// <summary>Returns the same request, whose responses must be JSON with a value at this place, whatever it is.</summary>
    /// <param name="jsonPointer">The place, as a JSON pointer (RFC 6901), such as <c>/items/0/id</c>.</param>
    public LoadRequest ExpectJson(string jsonPointer) => Checked(new JsonCheck(jsonPointer.NotNull()));

    /// <summary>Returns the same request, whose responses must be JSON with this text at this place.</summary>
    /// <param name="jsonPointer">The place, as a JSON pointer (RFC 6901), such as <c>/items/0/name</c>.</param>
    /// <param name="value">The text; <see langword="null"/> for JSON's null.</param>
    public LoadRequest ExpectJson(string jsonPointer, string? value) => Checked(JsonCheck.Of(jsonPointer.NotNull(), value));

    /// <summary>Returns the same request, whose responses must be JSON with this number at this place.</summary>
    /// <param name="jsonPointer">The place, as a JSON pointer (RFC 6901), such as <c>/items/0/id</c>.</param>
    /// <param name="value">The number; 7 and 7.0 are the same.</param>
    public LoadRequest ExpectJson(string jsonPointer, long value) => Checked(JsonCheck.OfNumber(jsonPointer.NotNull(), value));

    /// <inheritdoc cref="ExpectJson(string, long)"/>
    public LoadRequest ExpectJson(string jsonPointer, decimal value) => Checked(JsonCheck.OfNumber(jsonPointer.NotNull(), value));

    // Without it, a float would become the double next to it: 0.1f that of 0.10000000149011612.
    /// <inheritdoc cref="ExpectJson(string, long)"/>
    public LoadRequest ExpectJson(string jsonPointer, float value) => Checked(JsonCheck.OfNumber(jsonPointer.NotNull(), value));

    /// <inheritdoc cref="ExpectJson(string, long)"/>
    public LoadRequest ExpectJson(string jsonPointer, double value) => Checked(JsonCheck.OfNumber(jsonPointer.NotNull(), value));

    /// <summary>Returns the same request, whose responses must be JSON with true or false at this place.</summary>
    /// <param name="jsonPointer">The place, as a JSON pointer (RFC 6901), such as <c>/items/0/isSold</c>.</param>
    /// <param name="value">Which of them.</param>
    public LoadRequest ExpectJson(string jsonPointer, bool value) => Checked(JsonCheck.Of(jsonPointer.NotNull(), value));

    /// <summary>Returns the same request, whose responses must have exactly this body.</summary>
    /// <param name="text">The body, in UTF-8.</param>
    public LoadRequest ExpectBody(string text) => Checked(new BodyTextCheck(text.NotNull()));

    /// <summary>Returns the same request, whose responses must have a body that a function accepts.</summary>
    /// <param name="isExpected">
    /// Returns whether a body is as expected. An exception is a failed check with its text. What the function allocates counts in the figures of memory, and
    /// its time limits the load.
    /// </param>
    public LoadRequest ExpectBody(BodyPredicate isExpected) => Checked(new BodyFunctionCheck(isExpected.NotNull()));

    /// <summary>Returns the same request, whose responses must have this text somewhere in their body.</summary>
    /// <param name="text">The text, in UTF-8. Allowed: not empty.</param>
    public LoadRequest ExpectBodyContaining(string text) => Checked(new BodyContentCheck(text.NotNull()));

    /// <summary>Returns the same request, whose responses must have a body of this length.</summary>
    /// <param name="bytes">The length in bytes, without the head and without framing. Allowed: 0 or more.</param>
    public LoadRequest ExpectBodyLength(long bytes) => Checked(new BodyLengthCheck(bytes));

    /// <summary>Returns the same request, whose responses must have a body with this hash.</summary>
    /// <param name="sha256">The SHA-256 hash of the body, as 64 hexadecimal digits.</param>
    public LoadRequest ExpectBodyHash(string sha256) => Checked(new BodyHashCheck(sha256.NotNull()));

    /// <summary>Returns what the request expects in return.</summary>
    /// <param name="successes">Which statuses are successes unless the request says so itself: see <see cref="StatusTable"/>.</param>
    /// <param name="checkedShare">The share of the responses that are checked for more than their status.</param>
    /// <param name="keepsCookies">Whether the cookies of each response are kept.</param>
    internal ExpectedAnswer Expected(bool[] successes, double checkedShare = 1, bool keepsCookies = false)
    {
        ResponsePart[] taken = [.. Takes.Select(t => t.Part), .. keepsCookies || IsGrpc ? [ResponsePart.Head] : Array.Empty<ResponsePart>()];
        return new ExpectedAnswer(ExpectedStatuses is { } statuses ? StatusTable.Of(statuses.Contains) : successes, Checks, checkedShare, taken)
        {
            HasOwnStatuses = ExpectedStatuses is not null,
            KeepsTrailers = IsGrpc,
        };
    }

    private LoadRequest Checked(ResponseCheck check) => new(this) { Checks = [.. Checks, check] };
}
