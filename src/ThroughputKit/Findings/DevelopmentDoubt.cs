using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace ThroughputKit.Findings;

/// <summary>A caller's host runs in the Development environment.</summary>
internal sealed class DevelopmentDoubt : IDoubt
{
    public Finding? Examine(RunFacts run) =>
        !IsDevelopment(run.App.Services) ? null : new Finding(
            "DevelopmentEnvironment",
            FindingSeverity.Warning,
            "The app runs in the Development environment, with its exception pages and checks.",
            "Build the host for Production, or let the kit host the app: LoadTest.For<TEntryPoint>().");

    // They are two objects, and the first is what app.Environment shows.
    private static bool IsDevelopment(IServiceProvider? services) =>
        (services?.GetService<IWebHostEnvironment>() ?? services?.GetService<IHostEnvironment>())?.IsDevelopment() == true;
}
