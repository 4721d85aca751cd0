using ThroughputKit.Responses.Checks;
using static System.FormattableString;

namespace ThroughputKit.Responses;

/// <summary>What a request expects in return: a status, and what else its response is checked for. Immutable; all connections share it.</summary>
internal sealed class ExpectedAnswer
{
    // Multiples of the golden ratio are spread evenly, whichever of them a connection uses for a request: it sends several in turn.
    private const ulong GoldenRatio = 0x9E37_79B9_7F4A_7C15;

    private readonly bool[] _statuses;
    private readonly ResponseCheck[] _checks;
    private readonly ulong _lastOfShare;

    /// <param name="statuses">Which statuses are successes: see <see cref="StatusTable"/>.</param>
    /// <param name="checks">What else the response is checked for.</param>
    /// <param name="share">The share of the responses that are checked for it.</param>
    /// <param name="taken">The parts of each response that something is taken from, whether or not it is checked.</param>
    public ExpectedAnswer(bool[] statuses, IEnumerable<ResponseCheck>? checks = null, double share = 1, IReadOnlyCollection<ResponsePart>? taken = null)
    {
        (_statuses, _checks) = (statuses, [.. checks ?? []]);
        _lastOfShare = share >= 1 ? ulong.MaxValue : (ulong)(share * ulong.MaxValue);
        HasChecks = _checks.Length > 0;
        IsTakenFrom = taken is { Count: > 0 };
        ChecksBody = Array.Exists(_checks, c => c.Part != ResponsePart.Head);
        KeepsBody = Array.Exists(_checks, c => c.Part == ResponsePart.Body) || taken?.Contains(ResponsePart.Body) == true;
        KeepsHead = KeepsBody || Array.Exists(_checks, c => c.Part == ResponsePart.Head) || taken?.Contains(ResponsePart.Head) == true; // it names the encoding
    }

    /// <summary>Gets whether the request itself says which statuses are successes.</summary>
    public bool HasOwnStatuses { get; init; }

    /// <summary>Gets whether it is the answer to a gRPC call, whose status is in the trailers: they are kept after the fields of the head.</summary>
    public bool KeepsTrailers { get; init; }

    /// <summary>Gets whether responses are checked for more than their status.</summary>
    public bool HasChecks { get; }

    /// <summary>Gets whether something is taken from each response.</summary>
    public bool IsTakenFrom { get; }

    /// <summary>Gets whether the head of the response is needed.</summary>
    public bool KeepsHead { get; }

    /// <summary>Gets whether the body, or its length, is checked.</summary>
    public bool ChecksBody { get; }

    /// <summary>Gets whether the whole body is needed.</summary>
    public bool KeepsBody { get; }

    public bool Has(int status) => _statuses[status];

    /// <summary>Returns whether the next response of a connection is one of those that are checked; the first one always is.</summary>
    /// <param name="turn">The state of the connection, at first zero.</param>
    public bool TakesTurn(ref ulong turn)
    {
        var isChecked = turn <= _lastOfShare;
        turn += GoldenRatio;
        return isChecked;
    }

    /// <summary>Returns which check the response fails, and why; <see langword="null"/> if it passes all.</summary>
    /// <param name="response">The response.</param>
    /// <param name="explains">Whether to explain it. If not, the text of a failure is empty.</param>
    public string? Fault(in CheckedResponse response, bool explains)
    {
        foreach (var check in _checks)
        {
            var fault = response.IsCut && check.Part == ResponsePart.Body ? TooLong(response, explains) : check.Fault(response, explains);
            if (fault is not null)
            {
                return explains ? $"{check.Subject} was expected {check.Expectation}, but {fault}{CompressionOf(check, response)}" : fault;
            }
        }

        return null;
    }

    /// <summary>Describes an unexpected status.</summary>
    public string Instead(int status)
    {
        var expected = Enumerable.Range(0, StatusTable.Size).Where(Has).Select(s => Invariant($"{s}"));
        return HasOwnStatuses ? Invariant($"status {status} instead of {string.Join(" or ", expected)}") : Invariant($"status {status}");
    }

    private static string CompressionOf(ResponseCheck check, in CheckedResponse response) => check.Part == ResponsePart.Head ? "" : response.Compression;

    private static string TooLong(in CheckedResponse response, bool explains) => explains
        ? Invariant($"the body has {response.BodyLength:N0} B, and checks read at most {KeptResponse.MaxBodyBytes:N0} B (16 MiB): check its length instead")
        : "";
}
