using System.Text.RegularExpressions;
using ThroughputKit.Findings;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

/// <summary>The table of all findings in docs/findings.md.</summary>
public partial class FindingsTableTests
{
    [Fact]
    public void Has_a_row_for_each_finding_there_is_and_for_no_other()
    {
        var rows = Row().Matches(File.ReadAllText(Path.Combine(Repository.Root, "docs", "findings.md"))).Select(m => m.Groups[1].Value);

        Assert.Equal(typeof(FindingNames).GetFields().Select(f => (string)f.GetRawConstantValue()!).Order(StringComparer.OrdinalIgnoreCase), rows);
    }

    [Fact]
    public void Every_rule_is_examined()
    {
        var rules = typeof(IFindingRule).Assembly.GetTypes().Where(t => t.IsClass && t.IsAssignableTo(typeof(IFindingRule)));

        Assert.Equal(rules.OrderBy(t => t.Name, StringComparer.Ordinal), FindingRules.All.Select(r => r.GetType()).OrderBy(t => t.Name, StringComparer.Ordinal));
    }

    // A name, a star for a mistake in the set-up, the severity, what was seen, and what to do.
    [GeneratedRegex(@"^\| `(\w+)`(?: \*)? \| (?:Hint|Warning|Error|Hint or Warning) \| [^|]+ \| [^|]+ \|$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
