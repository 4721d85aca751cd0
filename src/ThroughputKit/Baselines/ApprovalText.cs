namespace ThroughputKit.Baselines;

/// <summary>What approving changes, in words.</summary>
internal static class ApprovalText
{
    /// <param name="now">What is approved.</param>
    /// <param name="before">What was; <see langword="null"/> if nothing was.</param>
    public static string Describe(BaselineEntry now, BaselineEntry? before)
    {
        var figures = ExactFigures.All.Where(f => f.Value(now.Exact) is not null).Select(f => Describe(f, now.Exact, before?.Exact));
        var settings = before is null ? [] : SettingsComparison.Find(now.Settings, before.Settings).Select(d => $"{d.Setting}: {d.Now} ({d.Approved} before)");
        return $"{(before is null ? "new: " : "")}{string.Join(", ", figures.Append(Statuses(now.Exact, before?.Exact)).Concat(settings))}";
    }

    private static string Describe(ExactFigure figure, BaselineFigures now, BaselineFigures? before)
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
