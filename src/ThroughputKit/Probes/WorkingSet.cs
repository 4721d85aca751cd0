using System.Buffers.Text;
using System.Diagnostics;
using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace ThroughputKit.Probes;

/// <summary>Reads the working set of a process. On Linux this doesn't allocate and doesn't involve the process.</summary>
internal sealed class WorkingSet : IDisposable
{
    private readonly Process? _other;
    private readonly SafeFileHandle? _statm;
    private readonly byte[] _buffer = new byte[128];
    private readonly Lock _lock = new();

    private WorkingSet(string process, Process? other)
    {
        var statm = $"/proc/{process}/statm";
        _statm = OperatingSystem.IsLinux() && File.Exists(statm) ? File.OpenHandle(statm) : null;
        _other = other;
    }

    /// <summary>Returns a reader for this process.</summary>
    public static WorkingSet OfThisProcess() => new("self", other: null);

    /// <summary>Returns a reader for a different process. It reads 0 once that process has ended.</summary>
    public static WorkingSet Of(Process process) => new(process.Id.ToString(CultureInfo.InvariantCulture), process);

    public long Read()
    {
        lock (_lock)
        {
            return _statm is not null ? ReadStatm(_statm) : _other is not null ? ReadOther(_other) : Environment.WorkingSet;
        }
    }

    public void Dispose() => _statm?.Dispose();

    private static long ReadOther(Process process)
    {
        try
        {
            process.Refresh();
            return process.WorkingSet64;
        }
        catch (InvalidOperationException)
        {
            return 0; // it has ended
        }
    }

    // "size resident shared text lib data dt", in pages (proc(5)).
    private long ReadStatm(SafeFileHandle statm)
    {
        ReadOnlySpan<byte> text = _buffer.AsSpan(0, ReadText(statm));
        var resident = text[(text.IndexOf((byte)' ') + 1)..];
        return Utf8Parser.TryParse(resident, out long pages, out _) ? pages * Environment.SystemPageSize : 0;
    }

    private int ReadText(SafeFileHandle statm)
    {
        try
        {
            return RandomAccess.Read(statm, _buffer, fileOffset: 0);
        }
        catch (IOException)
        {
            return 0; // the process has ended
        }
    }
}
