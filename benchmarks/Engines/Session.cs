using System.Text.Json;
using Traffic;

namespace Engines;

/// <summary>The tables of a session, kept in a file after each: a session that was cut off goes on where it was.</summary>
internal sealed class Session
{
    private static readonly JsonSerializerOptions _json = new(JsonSerializerOptions.Web) { WriteIndented = true };

    private readonly string _file;
    private readonly Dictionary<string, Table> _tables;

    public Session(string file, bool fresh)
    {
        _file = Path.GetFullPath(file);
        _tables = !fresh && File.Exists(_file) ? JsonSerializer.Deserialize<Dictionary<string, Table>>(File.ReadAllBytes(_file), _json)! : [];
        Directory.CreateDirectory(Path.GetDirectoryName(_file)!);
    }

    /// <summary>Prints a table, measured now unless the session has it.</summary>
    /// <param name="title">The title, which says with what it is measured.</param>
    /// <param name="measure">Measures it: its text and its figures.</param>
    public async Task TableAsync(string title, Func<Task<(string Text, object Figures)>> measure)
    {
        Console.WriteLine(title);
        if (_tables.TryGetValue(title, out var kept))
        {
            Console.WriteLine($"(measured at {kept.At:u}, before this session was cut off; --fresh measures it again)");
            Console.WriteLine(kept.Text);
            return;
        }

        var (text, figures) = await measure();
        text = $"{text.TrimEnd()}{Environment.NewLine}Load average: {Machine.Load}{Environment.NewLine}";
        Console.WriteLine(text);
        _tables[title] = new Table(TimeProvider.System.GetUtcNow(), text, JsonSerializer.SerializeToElement(figures, _json));
        await File.WriteAllBytesAsync(_file, JsonSerializer.SerializeToUtf8Bytes(_tables, _json));
    }

    private sealed record Table(DateTimeOffset At, string Text, JsonElement Figures);
}
