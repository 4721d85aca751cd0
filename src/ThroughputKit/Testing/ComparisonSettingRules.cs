using System.Globalization;
using ThroughputKit.Comparison;

namespace ThroughputKit.Testing;

/// <summary>Validates a test's gates relative to a reference.</summary>
internal static class ComparisonSettingRules
{
    public static IEnumerable<Problem> Check(TestMethod method, TestSettings settings) =>
    [
        .. CheckTogether(method, settings),
        .. settings.Reference is { } reference ? ReferenceMethod.Check(method, reference) : [],
        .. ComparisonRules.CheckGates(settings.Comparison),
    ];

    private static IEnumerable<Problem> CheckTogether(TestMethod method, TestSettings settings)
    {
        var gates = string.Join(", ", Quantities.All.Where(q => q.Setting(settings.Comparison) is not null).Select(q => q.Gate));
        if (settings.Compares && settings.Reference is null)
        {
            yield return new Problem(
                $"{gates} is set on {method.Name} without a Reference", "the gate together with a Reference", "Add Reference = nameof(TheOtherMethod), or Reference = ThroughputReference.BuiltIn.");
        }

        if (!settings.Compares && (settings.Reference is not null || settings.MaxComparisonSeconds is not null))
        {
            yield return new Problem(
                $"{method.Name} has a Reference or MaxComparisonSeconds, but no gate that compares", "the Reference with a gate such as MaxSlowdownPercent", "Nothing would be compared. Add a gate, or remove this setting.");
        }

        if (settings.Compares && method.Form == MethodForm.RunsItself)
        {
            yield return new Problem(
                $"{gates} is set on {method.Name}, which runs its load itself", "gates relative to a reference on a method that returns its LoadTest", "Return the test, or run LoadTest.Compare in the method: its result is judged too.");
        }

        if (settings.MaxComparisonSeconds is { } seconds && !(seconds >= 1 && seconds <= 3_600))
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"MaxComparisonSeconds is {seconds}"), "1 to 3,600", "16 s are enough to detect most differences of 2%.");
        }
    }
}
