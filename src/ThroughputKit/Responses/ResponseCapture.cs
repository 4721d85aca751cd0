using System.Text;

namespace ThroughputKit.Responses;

/// <summary>The first bytes of one response, kept as evidence. Allocated once per connection and reused.</summary>
internal sealed class ResponseCapture
{
    public const int Capacity = 1024;

    private readonly byte[] _bytes = new byte[Capacity];
    private int _count;
    private bool _more;

    public void Clear() => (_count, _more) = (0, false);

    public void Append(ReadOnlySpan<byte> data)
    {
        var taken = Math.Min(data.Length, Capacity - _count);
        data[..taken].CopyTo(_bytes.AsSpan(_count));
        _count += taken;
        _more |= taken < data.Length;
    }

    /// <summary>Returns the bytes as readable text: line endings unified, unprintable characters shown as dots.</summary>
    public override string ToString()
    {
        var text = new StringBuilder(_count + 3);
        foreach (var c in Encoding.UTF8.GetString(_bytes.AsSpan(0, _count)))
        {
            if (c != '\r')
            {
                text.Append(c is '\n' or '\t' || !char.IsControl(c) ? c : '.');
            }
        }

        return (_more ? text.Append("...") : text).ToString().TrimEnd();
    }
}
