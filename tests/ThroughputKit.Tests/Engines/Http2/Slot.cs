using System.Text;
using ThroughputKit.Engines.Http2;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>
/// Writes down what becomes of the requests of one slot: status, fields (with a plus those after the body), body and end. Fails if that makes no sense.
/// </summary>
internal sealed class Slot : IStreamHandler
{
    private readonly StringBuilder _log = new();
    private bool _hasStatus;
    private bool _isInBody;

    /// <summary>Gets or sets what happens whenever a request has ended.</summary>
    public Action? AfterEnd { get; set; }

    /// <summary>Gets or sets whether only to count.</summary>
    public bool IsSilent { get; set; }

    /// <summary>Gets or sets whether a next request may be begun.</summary>
    public bool IsFree { get; set; } = true;

    /// <summary>Gets whether the last request was unsent.</summary>
    public bool MustGoAgain { get; private set; }

    public int Answered { get; private set; }

    public int Broken { get; private set; }

    /// <summary>Gets how many requests were given back unsent.</summary>
    public int Given { get; private set; }

    public int WrittenWhole { get; private set; }

    public long BodyBytes { get; private set; }

    public string Log => _log.Length == 0 ? "nothing" : _log.ToString();

    /// <summary>Notes that a request was sent.</summary>
    public void Sent() => (IsFree, MustGoAgain, _hasStatus) = (false, false, false);

    public void Written() => WrittenWhole++;

    public void Received(int bytes) => Assert.True(bytes >= FrameHeader.Size);

    public void Began(int status)
    {
        Assert.False(_hasStatus);
        _hasStatus = true;
        Add(IsSilent ? "" : $"{status}");
    }

    public void Field(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, bool isTrailer)
    {
        Assert.True(_hasStatus);
        Add(IsSilent ? "" : $"{(isTrailer ? "+" : "")}{Encoding.ASCII.GetString(name)}={Encoding.ASCII.GetString(value)}");
    }

    public void Body(ReadOnlySpan<byte> data)
    {
        Assert.True(_hasStatus);
        BodyBytes += data.Length;
        if (!IsSilent && !data.IsEmpty)
        {
            Add(Encoding.ASCII.GetString(data), isBody: true);
        }
    }

    public void Ended()
    {
        Assert.True(_hasStatus);
        Answered++;
        End("ended", isUnsent: false);
    }

    public void Failed(FailureKind kind, string error)
    {
        Broken++;
        End(IsSilent ? "" : $"{kind}: {error}", isUnsent: false);
    }

    public void Unsent()
    {
        Assert.False(_hasStatus);
        Given++;
        End("unsent", isUnsent: true);
    }

    private void End(string text, bool isUnsent)
    {
        (IsFree, MustGoAgain, _hasStatus) = (!isUnsent, isUnsent, false);
        Add(text);
        AfterEnd?.Invoke();
    }

    private void Add(string text, bool isBody = false)
    {
        if (!IsSilent)
        {
            _log.Append(_log.Length == 0 || (isBody && _isInBody) ? "" : " ").Append(text);
            _isInBody = isBody;
        }
    }
}
