using System.Globalization;
using System.Text;

namespace ThroughputKit.Hosting.Published;

/// <summary>Facts as the start-up hook sends them: a name, a space, and the value.</summary>
internal sealed class HookFacts
{
    private readonly ILookup<string, string> _facts;

    public HookFacts(ReadOnlySpan<byte> message) => _facts = Encoding.UTF8.GetString(message).Split('\n')
        .Select(line => line.Split(' ', 2))
        .Where(parts => parts is [_, { Length: > 0 }])
        .ToLookup(parts => parts[0], parts => parts[1], StringComparer.Ordinal);

    public IEnumerable<string> All(string name) => _facts[name];

    public string? One(string name) => _facts[name].FirstOrDefault();

    /// <summary>Returns the sampled types: a share, a space, and the type's name.</summary>
    public AllocatedType[] Types() => [.. All("type").Select(Type).OfType<AllocatedType>()];

    public bool IsTrue(string name) => One(name) == bool.TrueString;

    public int? Number(string name) => int.TryParse(One(name), CultureInfo.InvariantCulture, out var number) ? number : null;

    private static AllocatedType? Type(string line) =>
        line.Split(' ', 2) is [var share, var name] && double.TryParse(share, CultureInfo.InvariantCulture, out var value) ? new AllocatedType(name, value) : null;
}
