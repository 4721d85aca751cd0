using ThroughputKit.Baselines.Files;

namespace ThroughputKit.Baselines;

/// <summary>Describes the changes that an approval makes.</summary>
internal static class ApprovalText
{
    /// <param name="now">The entry to approve.</param>
    /// <param name="before">The entry approved before; <see langword="null"/> if there is none.</param>
    public static string Describe(BaselineEntry now, BaselineEntry? before)
    {
        var figures = JudgedFigure.All.Where(f => f.Value(now.Exact) is not null).Select(f => Describe(f, now.Exact, before?.Exact));
        var settings = before is null ? [] : SettingsComparison.Find(now.Settings, before.Settings).Select(d => $"{d.Setting}: {d.Now} ({d.Approved} before)");
        return $"{(before is null ? "new: " : "")}{string.Join(", ", figures.Append(Statuses(now.Exact, before?.Exact)).Concat(settings))}";
    }

    private static string Describe(JudgedFigure figure, BaselineFigures now, BaselineFigures? before)
    {
        var value = figure.Value(now)!.Value;
        return $"{figure.Show(value)} {figure.Name}{(before is null || figure.Value(before) is not { } old || old.Equals(value) ? "" : $" ({figure.Show(old)} before)")}";
    }

    private static string Statuses(BaselineFigures now, BaselineFigures? before)
    {
        var statuses = $"statuses {string.Join(", ", now.Statuses)}";
        return before is null || before.Statuses.SequenceEqual(now.Statuses) ? statuses : $"{statuses} ({string.Join(", ", before.Statuses)} before)";
    }
}
