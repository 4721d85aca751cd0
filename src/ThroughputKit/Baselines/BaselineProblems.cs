using ThroughputKit.Baselines.Files;
using ThroughputKit.Reporting;

namespace ThroughputKit.Baselines;

/// <summary>The problems with a test's use of its baseline.</summary>
internal static class BaselineProblems
{
    public static Problem NoPlace(BaselineUse use) => new(
        $"There is no place for the baseline file {use.File}: the test's source, {(use.SourceFile.Length == 0 ? "whose path isn't known" : use.SourceFile)}, isn't on this machine",
        "approving on a machine that has the sources",
        "Or give the full path of the file.");

    public static Problem Missing(BaselineUse use, BaselinePlace place) => new(
        $"The baseline file {use.File} is missing",
        "an approved, committed file",
        $"To create it from this run's figures, {ApproveSwitch.How}. Searched: {string.Join(", ", place.Tried)}.");

    public static Problem NotInIt(BaselineUse use, string path, BaselineDocument document) => new(
        $"The baseline file {path} has no entry for '{use.Name}'",
        document.Tests.Count == 0 ? "an approved test" : $"an approved test, such as '{document.Tests.Keys.Order(StringComparer.Ordinal).First()}'",
        $"Was the test renamed? To approve this run's figures, {ApproveSwitch.How}.");

    public static Problem NotAsMany(BaselineUse use, string path, int results, int approved) => new(
        $"'{use.Name}' measured {Counted.Of(results, "result")}, but {path} has {Counted.Of(approved, "result")} for it",
        "as many results as approved",
        $"If this is intended, approve it: {ApproveSwitch.How}.");
}
