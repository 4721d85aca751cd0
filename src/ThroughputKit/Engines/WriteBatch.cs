namespace ThroughputKit.Engines;

/// <summary>The bytes of requests that are written together: a single request without a copy, several requests copied one after another.</summary>
internal sealed class WriteBatch
{
    private byte[] _copies = [];
    private ReadOnlyMemory<byte> _single;
    private int _count;
    private int _length;

    public ReadOnlyMemory<byte> Bytes => _count == 1 ? _single : _copies.AsMemory(0, _length);

    public void Clear() => (_count, _length) = (0, 0);

    public void Add(ReadOnlyMemory<byte> request)
    {
        if (_count++ == 0)
        {
            _single = request;
            return;
        }

        if (_count == 2)
        {
            Append(_single);
        }

        Append(request);
    }

    private void Append(ReadOnlyMemory<byte> request)
    {
        if (_copies.Length - _length < request.Length)
        {
            Array.Resize(ref _copies, Math.Max(2 * _copies.Length, _length + request.Length));
        }

        request.CopyTo(_copies.AsMemory(_length));
        _length += request.Length;
    }
}
