using System.Text;

namespace ThroughputKit.Responses.Checks;

/// <summary>Expects a media type, such as <c>application/json</c>; with parameters only if it has some itself.</summary>
internal sealed class ContentTypeCheck(string type) : ResponseCheck
{
    private readonly byte[] _type = Encoding.Latin1.GetBytes(type.Trim());
    private readonly bool _isValid = type.Contains('/', StringComparison.Ordinal) && type.All(c => c is >= ' ' and <= '~' and not '*');
    private readonly bool _hasParameters = type.Contains(';', StringComparison.Ordinal);

    public override string Subject => "the content type";

    public override string Expectation => $"to be '{type.Trim().ToLowerInvariant()}'";

    public override ResponsePart Part => ResponsePart.Head;

    public override bool IsExclusive => !_hasParameters;

    public override Problem? Problem => _isValid ? null : new Problem(
        $"ExpectContentType names '{DisplayName.Show(type)}'",
        "a media type, such as application/json",
        "Parameters, such as '; charset=utf-8', may follow. Without them, any parameters of the response will do.");

    public override string? Fault(in CheckedResponse response, bool explains)
    {
        var head = response.Head;
        if (!HeadFields.TryNext(ref head, "Content-Type"u8, out var found))
        {
            return explains ? "there is none" : Unexplained;
        }

        var end = _hasParameters ? -1 : found.IndexOf((byte)';');
        var compared = end < 0 ? found : found[..end].TrimEnd(" \t"u8);
        return Ascii.EqualsIgnoreCase(compared, _type) ? null
            : explains ? $"it is {Excerpt.Quoted(found)}"
            : Unexplained;
    }
}
