using ThroughputKit.Baselines.Files;

namespace ThroughputKit.Baselines;

/// <summary>Approving makes a test write its baseline instead of being judged by it.</summary>
internal static class Approval
{
    /// <summary>The environment variable that is 1 to approve.</summary>
    public const string Variable = "THROUGHPUTKIT_APPROVE";

    /// <summary>Instruction for approving, as the end of a sentence.</summary>
    public const string How = "set the environment variable " + Variable + " to 1 and run the test";

    /// <summary>Instruction for replacing an unusable file.</summary>
    public const string Replace = "Restore it from version control, or delete it and approve again: " + How + ".";

    /// <summary>Describes the changes that an approval makes.</summary>
    /// <param name="now">The entry to approve.</param>
    /// <param name="before">The entry approved before; <see langword="null"/> if there is none.</param>
    public static string Describe(BaselineEntry now, BaselineEntry? before)
    {
        var figures = JudgedFigure.All.Where(f => f.Value(now.Exact) is not null).Select(f => Describe(f, now.Exact, before?.Exact));
        var settings = before is null ? [] : now.Settings.Since(before.Settings).Select(d => $"{d.Now} ({d.Approved} before)");
        return $"{(before is null ? "new: " : "")}{string.Join(", ", figures.Append(Statuses(now.Exact, before?.Exact)).Concat(settings))}";
    }

    private static string Describe(JudgedFigure figure, BaselineFigures now, BaselineFigures? before)
    {
        var value = figure.Value(now)!.Value;
        return $"{figure.Show(value)} "
            + $"{figure.Name}{(before is null || figure.Value(before) is not { } old || old.Equals(value) ? "" : $" ({figure.Show(old)} before)")}";
    }

    private static string Statuses(BaselineFigures now, BaselineFigures? before)
    {
        var statuses = $"statuses {string.Join(", ", now.Statuses)}";
        return before is null || before.Statuses.SequenceEqual(now.Statuses) ? statuses : $"{statuses} ({string.Join(", ", before.Statuses)} before)";
    }
}
