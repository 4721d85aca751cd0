using System.Diagnostics;
using System.Globalization;

namespace XunitSpecimens;

/// <summary>Notes from when to when something ran, in a file of its own, by a clock that all processes share.</summary>
internal sealed class Record(string kind) : IDisposable
{
    private static readonly string? _folder = Environment.GetEnvironmentVariable("SPECIMENS_RECORDS");

    private readonly long _begun = Stopwatch.GetTimestamp();

    public void Dispose()
    {
        if (_folder is not null)
        {
            // Another process looks for the file, and must not find it half written.
            var name = Guid.NewGuid().ToString("N");
            var written = Path.Combine(_folder, name);
            File.WriteAllText(written, string.Create(CultureInfo.InvariantCulture, $"{_begun} {Stopwatch.GetTimestamp()}"));
            File.Move(written, Path.Combine(_folder, $"{kind}-{name}"));
        }
    }
}
