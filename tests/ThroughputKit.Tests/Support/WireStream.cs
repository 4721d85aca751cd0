namespace ThroughputKit.Tests.Support;

/// <summary>Passes what is written on as a test wants it: byte by byte, or held back and then all at once.</summary>
internal sealed class WireStream(Stream inner) : Stream
{
    private MemoryStream? _held;

    public bool IsByteByByte { get; init; }

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override bool CanSeek => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public void Hold() => _held = new MemoryStream();

    public Task ReleaseAsync()
    {
        var held = _held!.ToArray();
        _held = null;
        return inner.WriteAsync(held).AsTask();
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        _held?.Write(buffer.Span);
        for (var length = IsByteByByte ? 1 : buffer.Length; _held is null && buffer.Length > 0; buffer = buffer[length..])
        {
            await inner.WriteAsync(buffer[..length], cancellationToken);
        }
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => inner.ReadAsync(buffer, cancellationToken);

    public override void Flush() => inner.Flush();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
