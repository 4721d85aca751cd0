using System.Reflection;
using System.Text.RegularExpressions;
using ThroughputKit.Findings;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

/// <summary>The table of all findings in docs/findings.md.</summary>
public partial class FindingsTableTests
{
    [Fact]
    public void Has_exactly_one_row_for_each_finding()
    {
        var rows = Row().Matches(File.ReadAllText(Path.Combine(Repository.Root, "docs", "findings.md"))).Select(m => m.Groups[1].Value);

        Assert.Equal(typeof(FindingNames).GetFields().Select(f => (string)f.GetRawConstantValue()!).Order(StringComparer.OrdinalIgnoreCase), rows);
    }

    [Fact]
    public void Every_rule_is_examined()
    {
        var rules = typeof(FindingRules).Assembly.GetTypes().Where(t => t.Namespace == typeof(FindingRules).Namespace)
            .SelectMany(t => t.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly)).Where(IsRule);

        Assert.Equal(rules.Select(Name).Order(StringComparer.Ordinal), FindingRules.All.Select(r => Name(r.Method)).Order(StringComparer.Ordinal));
    }

    private static bool IsRule(MethodInfo method) =>
        method.ReturnType == typeof(Finding) && method.GetParameters() is [var run] && run.ParameterType == typeof(RunFacts);

    private static string Name(MethodInfo method) => $"{method.DeclaringType?.Name}.{method.Name}";

    // A name, a star for a mistake in the set-up, the severity, what was seen, and what to do.
    [GeneratedRegex(@"^\| `(\w+)`(?: \*)? \| (?:Hint|Warning|Error|Hint or Warning|Warning or Error) \| [^|]+ \| [^|]+ \|$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
