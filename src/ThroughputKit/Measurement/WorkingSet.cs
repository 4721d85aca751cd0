using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;

namespace ThroughputKit.Measurement;

/// <summary>Reads this process's working set without allocating, and keeps the largest value seen.</summary>
internal sealed class WorkingSet : IDisposable
{
    private readonly SafeFileHandle? _statm = OpenStatm();
    private readonly byte[] _buffer = new byte[128];
    private readonly Lock _lock = new();

    public long Read()
    {
        lock (_lock)
        {
            return _statm is null ? Environment.WorkingSet : ReadStatm(_statm);
        }
    }

    public void Dispose() => _statm?.Dispose();

    private static SafeFileHandle? OpenStatm() =>
        OperatingSystem.IsLinux() && File.Exists("/proc/self/statm") ? File.OpenHandle("/proc/self/statm") : null;

    // "size resident shared text lib data dt", in pages (proc(5)).
    private long ReadStatm(SafeFileHandle statm)
    {
        ReadOnlySpan<byte> text = _buffer.AsSpan(0, RandomAccess.Read(statm, _buffer, fileOffset: 0));
        var resident = text[(text.IndexOf((byte)' ') + 1)..];
        return Utf8Parser.TryParse(resident, out long pages, out _) ? pages * Environment.SystemPageSize : 0;
    }
}
