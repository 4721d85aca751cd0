using System.Globalization;

namespace ThroughputKit.Hosting.Published;

/// <summary>Facts as the start-up hook sends them: a name, a space, and the value.</summary>
internal sealed class HookFacts(IEnumerable<string> facts)
{
    private readonly ILookup<string, string> _facts = facts
        .Select(fact => fact.Split(' ', 2))
        .Where(parts => parts is [_, { Length: > 0 }])
        .ToLookup(parts => parts[0], parts => parts[1], StringComparer.Ordinal);

    public IEnumerable<string> All(string name) => _facts[name];

    public string? One(string name) => _facts[name].FirstOrDefault();

    public bool IsTrue(string name) => One(name) == bool.TrueString;

    public int? Number(string name) => int.TryParse(One(name), CultureInfo.InvariantCulture, out var number) ? number : null;
}
