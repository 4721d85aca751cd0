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
            File.WriteAllText(
                Path.Combine(_folder, $"{kind}-{Guid.NewGuid():N}"),
                string.Create(CultureInfo.InvariantCulture, $"{_begun} {Stopwatch.GetTimestamp()}"));
        }
    }
}
