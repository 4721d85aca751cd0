using System.Diagnostics;
using System.Reflection;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace ThroughputKit.Findings;

/// <summary>The app or the kit was built without optimizations.</summary>
internal sealed class DebugBuildDoubt : IDoubt
{
    public Finding? Examine(RunFacts run)
    {
        string[] debug = [.. Assemblies(run).Where(a => !IsOptimized(a)).Select(a => a.GetName().Name!).Distinct(StringComparer.Ordinal)];
        return debug.Length == 0 ? null : new Finding(
            "DebugBuild",
            FindingSeverity.Warning,
            $"Built without optimizations: {string.Join(", ", debug)}.",
            "Build in Release: dotnet test -c Release.");
    }

    internal static bool IsOptimized(Assembly assembly) =>
        assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    private static IEnumerable<Assembly> Assemblies(RunFacts run)
    {
        yield return typeof(DebugBuildDoubt).Assembly;
        if (run.App.Services?.GetService<IHostEnvironment>()?.ApplicationName is { } name
            && Array.Find(AppDomain.CurrentDomain.GetAssemblies(), a => a.GetName().Name == name) is { } app)
        {
            yield return app;
        }
    }
}
