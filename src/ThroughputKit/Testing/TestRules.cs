using System.Globalization;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;
using ThroughputKit.Reporting;

namespace ThroughputKit.Testing;

/// <summary>Validates test methods and their settings.</summary>
internal static class TestRules
{
    private const string Forms = "LoadTest, Task<LoadTest> or ValueTask<LoadTest>; or void, Task or ValueTask for a method that runs its load itself";

    public static IEnumerable<Problem> Check(TestMethod method, TestSettings settings) =>
    [
        .. CheckShape(method),
        .. CheckOptions(method, settings),
        .. GateRules.Check(settings.Gates),
        .. CheckReference(method, settings),
        .. settings.Reference is { } reference ? ReferenceMethod.Check(method, reference) : [],
        .. ComparisonRules.CheckGates(settings.Comparison),
    ];

    public static IEnumerable<Problem> CheckTimeout(TimeSpan? timeout) => timeout < TimeSpan.Zero
        ? [new Problem(string.Create(CultureInfo.InvariantCulture, $"Timeout is {timeout.Value.TotalMilliseconds} ms"), "above zero, or zero for no limit", "It is in milliseconds.")]
        : [];

    private static IEnumerable<Problem> CheckShape(TestMethod method)
    {
        var parameters = method.Info.GetParameters().Length;
        if (method.ArgumentCount != parameters)
        {
            yield return new Problem(
                $"{method.Name} has {Counted.Of(parameters, "parameter")} and gets {Counted.Of(method.ArgumentCount, "value")}",
                "as many values as parameters",
                method.ArgumentCount == 0
                    ? "[ThroughputFact] is for methods without parameters. Did you mean [ThroughputTheory] with [InlineData]?"
                    : "Compare the test data with the parameters.");
        }

        if (method.Info.IsGenericMethodDefinition)
        {
            yield return new Problem($"{method.Name} is generic", "a method without type parameters", "The kit doesn't know the type arguments. Write one test per type.");
        }

        if (method.IsAsyncVoid)
        {
            yield return new Problem($"{method.Name} is async void", Forms, "The kit can't wait for it to finish. Return Task.");
        }

        if (!method.ReturnsTest && !method.RunsItself)
        {
            yield return new Problem(
                $"{method.Name} returns {Readable.Type(method.Info.ReturnType)}",
                Forms,
                IsFSharp(method.Info.ReturnType) ? "In F#, write task { ... } :> Task." : "Return one load test; for several, write a theory.");
        }
    }

    private static IEnumerable<Problem> CheckOptions(TestMethod method, TestSettings settings)
    {
        if (method.RunsItself && settings.Options.Count > 0)
        {
            yield return new Problem(
                $"{AreSet([.. settings.Options])} on {method.Name}, which runs its load itself",
                "these options only on a method that returns a LoadTest",
                "Set them in the method, using With, or return the test and let the attribute run it.");
        }

        if (settings.OnInconclusive is { } policy && !Enum.IsDefined(policy))
        {
            yield return new Problem($"OnInconclusive is {policy}", "Warn, Skip or Fail", "Leave it out for Warn.");
        }

        if (settings.Baseline is null && (settings.BaselineToleranceBytes is not null || settings.BaselineTolerancePercent is not null))
        {
            yield return new Problem(
                $"A baseline tolerance is set on {method.Name}, but no Baseline", "both or neither", "Set Baseline to the name of a file, such as hello.baseline.json.");
        }

        (string, double?)[] times = [(nameof(settings.DurationSeconds), settings.DurationSeconds), (nameof(settings.WarmUpSeconds), settings.WarmUpSeconds)];
        foreach (var (name, seconds) in times)
        {
            // Checks only whether a TimeSpan can hold the value. The rest is checked with the options of the test.
            if (seconds is { } value && !(Math.Abs(value) < TimeSpan.MaxValue.TotalSeconds))
            {
                yield return new Problem(
                    string.Create(CultureInfo.InvariantCulture, $"{name} is {value}"), "a number of seconds", "Leave it out for the default.");
            }
        }
    }

    private static IEnumerable<Problem> CheckReference(TestMethod method, TestSettings settings)
    {
        var gates = AreSet([.. Quantities.All.Where(q => q.Setting(settings.Comparison) is not null).Select(q => q.Gate)]);
        if (settings.Compares && settings.Reference is null)
        {
            yield return new Problem(
                $"{gates} on {method.Name} without a Reference",
                "these gates together with a Reference",
                "Add Reference = nameof(TheOtherMethod), or Reference = ThroughputReference.BuiltIn.");
        }

        if (!settings.Compares && (settings.Reference is not null || settings.MaxComparisonSeconds is not null))
        {
            yield return new Problem(
                $"{method.Name} has {(settings.Reference is null ? "MaxComparisonSeconds" : "a Reference")}, but no gate that compares",
                "a gate such as MaxSlowdownPercent beside it",
                "Nothing would be compared. Add a gate, or remove this setting.");
        }

        if (settings.Compares && method.RunsItself)
        {
            yield return new Problem(
                $"{gates} on {method.Name}, which runs its load itself",
                "gates relative to a reference only on a method that returns its LoadTest",
                "Return the test, or run LoadTest.Compare in the method: its result is judged too.");
        }

        if (settings.MaxComparisonSeconds is { } seconds && !(seconds >= 1 && seconds <= 3_600))
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"MaxComparisonSeconds is {seconds}"), "1 to 3,600", "16 s are enough to detect most differences of 2%.");
        }
    }

    private static string AreSet(params ReadOnlySpan<string> settings) =>
        settings.Length > 1 ? $"{string.Join(", ", settings[..^1])} and {settings[^1]} are set" : $"{string.Join("", settings)} is set";

    // A task { ... } without a result is a Task of F#'s unit; async { ... } is a type of F# itself.
    private static bool IsFSharp(Type type) => type.Namespace == "Microsoft.FSharp.Core" || type.Namespace == "Microsoft.FSharp.Control"
        || (type.IsGenericType && Array.Exists(type.GetGenericArguments(), IsFSharp));
}
