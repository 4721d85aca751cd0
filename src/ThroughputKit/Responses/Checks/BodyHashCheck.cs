using System.Buffers;
using System.Security.Cryptography;
using static System.FormattableString;

namespace ThroughputKit.Responses.Checks;

/// <summary>Expects a body with this SHA-256 hash.</summary>
internal sealed class BodyHashCheck : ResponseCheck
{
    private readonly string _text;
    private readonly byte[] _hash = new byte[SHA256.HashSizeInBytes];
    private readonly bool _isValid;

    public BodyHashCheck(string text)
    {
        _text = text.ToLowerInvariant();
        _isValid = Convert.FromHexString(text, _hash, out _, out var written) == OperationStatus.Done && written == _hash.Length;
    }

    public override string Subject => "the SHA-256 hash of the body";

    public override string Expectation => $"to be {_text}";

    public override ResponsePart Part => ResponsePart.Body;

    public override bool IsExclusive => true;

    public override Problem? Problem => _isValid ? null : new Problem(
        $"ExpectBodyHash is '{DisplayName.Show(_text)}'",
        "a SHA-256 hash: 64 hexadecimal digits",
        "Get it with sha256sum, or with Convert.ToHexString(SHA256.HashData(bytes)).");

    public override string? Fault(in CheckedResponse response, bool explains)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(response.Body, hash);
        return hash.SequenceEqual(_hash) ? null
            : explains ? Invariant($"it is {Convert.ToHexStringLower(hash)}, that of {response.Body.Length:N0} B: {Excerpt.Quoted(response.Body)}")
            : Unexplained;
    }
}
