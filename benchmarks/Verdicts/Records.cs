using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using ThroughputKit;

namespace Verdicts;

/// <summary>All trials so far, kept in a file after each, so that a session that was cut off goes on where it was.</summary>
internal sealed class Records
{
    private static readonly string _build = typeof(LoadTest).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
    private static readonly JsonSerializerOptions _json = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };

    private readonly string _file;
    private readonly List<Record> _all;

    public Records(string file, bool fresh)
    {
        _file = Path.GetFullPath(file);
        Directory.CreateDirectory(Path.GetDirectoryName(_file)!);
        if (fresh)
        {
            File.Delete(_file);
        }

        _all = File.Exists(_file) ? [.. File.ReadLines(_file).Select(line => JsonSerializer.Deserialize<Record>(line)!)] : [];
    }

    public IReadOnlyList<Record> Of(string series) => [.. _all.Where(r => r.Series == series)];

    public void Add(Record record)
    {
        record = record with { Build = _build };
        _all.Add(record);
        File.AppendAllText(_file, JsonSerializer.Serialize(record, _json) + "\n");
    }
}
