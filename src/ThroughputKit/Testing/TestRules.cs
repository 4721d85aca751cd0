using ThroughputKit.Comparison;
using ThroughputKit.Gates;
using static System.FormattableString;

namespace ThroughputKit.Testing;

/// <summary>Validates test methods and their settings.</summary>
internal static class TestRules
{
    private const string Forms = "a LoadTest, a LoadComparison or a task of one; or void, Task or ValueTask for a method that runs its load itself";

    public static IEnumerable<Problem> Check(TestMethod method, TestSettings settings) =>
    [
        .. CheckArguments(method),
        .. CheckShape(method),
        .. CheckOptions(method, settings),
        .. CheckJudging(method, settings),
        .. GateRules.Check(settings.Gates),
        .. CheckReference(method, settings),
        .. settings.Reference is { } reference ? ReferenceMethod.Check(method, reference) : [],
        .. ComparisonRules.CheckGates(settings.Comparison),
    ];

    public static IEnumerable<Problem> CheckTimeout(TimeSpan? timeout) => Problem.If(
        timeout < TimeSpan.Zero, Invariant($"Timeout is {timeout?.TotalMilliseconds} ms"), "above zero, or zero for no limit", "It is in milliseconds.");

    /// <summary>Returns the problem with the number of values for the method's parameters.</summary>
    public static IEnumerable<Problem> CheckArguments(TestMethod method)
    {
        var parameters = method.Info.GetParameters().Length;
        return Problem.If(
            method.ArgumentCount != parameters,
            $"{method.Name} has {Counted.Of(parameters, "parameter")} and gets {Counted.Of(method.ArgumentCount, "value")}",
            "as many values as parameters",
            method.ArgumentCount == 0
                ? "[ThroughputFact] is for methods without parameters. Did you mean [ThroughputTheory] with [InlineData]?"
                : "Compare the test data with the parameters.");
    }

    private static IEnumerable<Problem> CheckShape(TestMethod method) =>
    [
        .. Problem.If(
            method.Info.IsGenericMethodDefinition,
            $"{method.Name} is generic", "a method without type parameters", "The kit doesn't know the type arguments. Write one test per type."),
        .. Problem.If(method.IsAsyncVoid, $"{method.Name} is async void", Forms, "The kit can't wait for it to finish. Return Task."),
        .. Problem.If(
            !method.ReturnsTest && !method.ReturnsComparison && !method.RunsItself,
            $"{method.Name} returns {Readable.Type(method.Info.ReturnType)}", Forms, Remedy(method.Info.ReturnType)),
    ];

    private static IEnumerable<Problem> CheckOptions(TestMethod method, TestSettings settings) =>
    [
        .. Problem.If(
            (method.RunsItself || method.ReturnsComparison) && settings.Options.Count > 0,
            $"{AreSet([.. settings.Options])} on {method.Name}, which {(method.ReturnsComparison ? "returns a comparison" : "runs its load itself")}",
            "these options only on a method that returns a LoadTest",
            "Set them in the method, using With, or return the test and let the attribute run it."),
        .. Problem.If(
            settings.OnInconclusive is { } policy && !Enum.IsDefined(policy),
            $"OnInconclusive is {settings.OnInconclusive}", "Warn, Skip or Fail", "Leave it out for Warn."),
        .. Problem.If(
            settings is { Baseline: null } and not { BaselineToleranceBytes: null, BaselineTolerancePercent: null },
            $"A baseline tolerance is set on {method.Name}, but no Baseline", "both or neither",
            "Set Baseline to the name of a file, such as hello.baseline.json."),
        .. CheckSeconds(nameof(settings.DurationSeconds), settings.DurationSeconds),
        .. CheckSeconds(nameof(settings.WarmUpSeconds), settings.WarmUpSeconds),
    ];

    // Checks only whether a TimeSpan can hold the value. The rest is checked with the options of the test.
    private static IEnumerable<Problem> CheckSeconds(string name, double? seconds) => Problem.If(
        seconds is { } value && !(Math.Abs(value) < TimeSpan.MaxValue.TotalSeconds),
        Invariant($"{name} is {seconds}"), "a number of seconds", "Leave it out for the default.");

    // A setting that can't have an effect would be taken for a gate that passes.
    private static IEnumerable<Problem> CheckJudging(TestMethod method, TestSettings settings)
    {
        string[] judging =
        [
            .. GateRules.Names(settings.Gates),
            .. settings.Baseline is null ? [] : new[] { nameof(settings.Baseline) },
            .. settings.Reference is null ? [] : new[] { nameof(settings.Reference) },
        ];
        string[] any =
        [
            .. judging,
            .. ComparisonRules.Names(settings.Comparison),
            .. settings.MaxComparisonSeconds is null ? [] : new[] { nameof(settings.MaxComparisonSeconds) },
            .. settings.OnInconclusive is null ? [] : new[] { nameof(settings.OnInconclusive) },
        ];
        return
        [
            .. Problem.If(
                method.ReturnsComparison && judging.Length > 0,
                $"{AreSet(judging)} on {method.Name}, which returns a comparison",
                "gates relative to its reference, such as MaxSlowdownPercent",
                "To judge the candidate by itself too, return it as a LoadTest, and name the method of the other side as its Reference."),
            .. Problem.If(
                method.RunsItself && any.Length > 0,
                $"{AreSet(any)} on {method.Name}, which runs its load itself",
                "gates only on a method that returns what it judges",
                "Return the test or the comparison. Or judge in the method: set gates with Within before RunAsync, and call Verify on the result."),
        ];
    }

    private static IEnumerable<Problem> CheckReference(TestMethod method, TestSettings settings) =>
    [
        .. Problem.If(
            settings.Compares && settings.Reference is null && method.ReturnsTest,
            $"{AreSet([.. ComparisonRules.Names(settings.Comparison)])} on {method.Name} without a Reference",
            "these gates together with a Reference",
            "Add Reference = nameof(TheOtherMethod), or Reference = ThroughputReference.BuiltIn."),
        .. Problem.If(
            !settings.Compares && method.ReturnsTest && (settings.Reference is not null || settings.MaxComparisonSeconds is not null),
            $"{method.Name} has {(settings.Reference is null ? "MaxComparisonSeconds" : "a Reference")}, but no gate that compares",
            "a gate such as MaxSlowdownPercent beside it",
            "Nothing would be compared. Add a gate, or remove this setting."),
        .. Problem.If(
            settings.MaxComparisonSeconds is not (null or (>= 1 and <= 3_600)),
            Invariant($"MaxComparisonSeconds is {settings.MaxComparisonSeconds}"), "1 to 3,600", "16 s are enough to detect most differences of 2%."),
    ];

    private static string Remedy(Type returned)
    {
        if (IsFSharp(returned))
        {
            return "In F#, write task { ... } :> Task.";
        }

        return Array.Exists([returned, .. returned.GenericTypeArguments], t => t == typeof(LoadResult) || t == typeof(LoadComparisonResult))
            ? "Return the test itself, which the attribute runs and judges. Or judge the result in the method, with Verify, and return Task."
            : "Return one load test; for several, write a theory.";
    }

    /// <summary>Returns the problem with gates that are set twice, on the attribute and on what the method returned.</summary>
    public static IEnumerable<Problem> CheckSources(TestMethod method, IEnumerable<string> ofAttribute, bool hasOwn) =>
        hasOwn && ofAttribute.Any() ? [TestProblems.TwoSources(method, AreSet([.. ofAttribute]))] : [];

    private static string AreSet(params ReadOnlySpan<string> settings) =>
        settings.Length > 1 ? $"{string.Join(", ", settings[..^1])} and {settings[^1]} are set" : $"{string.Join("", settings)} is set";

    // A task { ... } without a result is a Task of F#'s unit; async { ... } is a type of F# itself.
    private static bool IsFSharp(Type type) => type.Namespace == "Microsoft.FSharp.Core" || type.Namespace == "Microsoft.FSharp.Control"
        || (type.IsGenericType && Array.Exists(type.GetGenericArguments(), IsFSharp));
}
