using System.Buffers;
using System.Text;

namespace ThroughputKit.Baselines;

/// <summary>What tests may be called in a file of baselines. Pure.</summary>
internal static class BaselineName
{
    private const string BeforeNumber = " #";

    /// <summary>The name of one of a test's results: a method that runs several loads has a baseline for each.</summary>
    public static string Of(string test, int index) => index == 0 ? test : FormattableString.Invariant($"{test}{BeforeNumber}{index + 1}");

    public static Problem? Check(BaselineUse use) =>
        !IsUnicode(use.Name) ? BaselineProblems.NoUnicode(use)
        : IsOfLaterResult(use.Name) ? BaselineProblems.NameOfAResult(use)
        : null;

    private static bool IsOfLaterResult(string name) =>
        name.LastIndexOf(BeforeNumber, StringComparison.Ordinal) is var at and >= 0
        && name.AsSpan(at + BeforeNumber.Length) is { IsEmpty: false } number
        && number.IndexOfAnyExceptInRange('0', '9') < 0;

    private static bool IsUnicode(string name)
    {
        var rest = name.AsSpan();
        while (Rune.DecodeFromUtf16(rest, out _, out var length) == OperationStatus.Done)
        {
            rest = rest[length..];
        }

        return rest.IsEmpty;
    }
}
