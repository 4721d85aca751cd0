using ThroughputKit.Reporting;

namespace ThroughputKit.Baselines;

/// <summary>The problems with a test's use of its baseline.</summary>
internal static class BaselineProblems
{
    public static Problem NoName(string file) => new(
        $"Baseline is '{file}'",
        "the name of a file, such as hello.baseline.json",
        "It is relative to the folder of the test's source.");

    public static Problem NameOfAResult(BaselineUse use) => new(
        $"The test is called '{use.Name}'",
        "a name that doesn't end with # and a number",
        "A file calls the second result of a test so, and the results after it.");

    public static Problem ReadOnly(string path) => new(
        $"The baseline file {path} is read-only", "a file that this user can write", "Is it locked by source control? Check it out for editing first.");

    public static Problem NoPlace(BaselineUse use) => new(
        $"Where to make the baseline file {use.File} can't be told: the test's source, {(use.SourceFile.Length == 0 ? "whose path isn't known" : use.SourceFile)}, isn't on this machine",
        "approving on a machine that has the sources",
        "Or give the file with its whole path.");

    public static Problem Missing(BaselineUse use, BaselinePlace place) => new(
        $"The baseline file {use.File} is missing",
        "a file that was approved and committed",
        $"To make it from what is measured now, {ApproveSwitch.How}. Looked for: {string.Join(", ", place.Tried)}.");

    public static Problem NotInIt(BaselineUse use, string path, BaselineDocument document) => new(
        $"The baseline file {path} has nothing for '{use.Name}'",
        document.Tests.Count == 0 ? "a test that was approved" : $"a test that was approved, such as '{document.Tests.Keys.Order(StringComparer.Ordinal).First()}'",
        $"Was the test renamed? To approve what is measured now, {ApproveSwitch.How}.");

    public static Problem NotAsMany(BaselineUse use, string path, int results, int approved) => new(
        $"'{use.Name}' measured {Counted.Of(results, "result")}, and {path} has {Counted.Of(approved, "result")} of it",
        "as many as were approved",
        $"If that is meant, approve it: {ApproveSwitch.How}.");
}
