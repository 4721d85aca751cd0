using System.Diagnostics;

namespace Experiments;

/// <summary>Publishes the apps that run in processes of their own.</summary>
internal static class Publishing
{
    /// <summary>Publishes a project of this repository, in Release.</summary>
    /// <param name="project">The project's folder, relative to the root of the repository.</param>
    /// <param name="cancellationToken">Ends publishing.</param>
    /// <param name="way">The name of the way in which it is published.</param>
    /// <param name="options">The options of that way; none for an app on the installed framework. Otherwise, the framework is published with the app.</param>
    /// <returns>The folder of the published app.</returns>
    public static async Task<string> PublishAsync(string project, CancellationToken cancellationToken, string way = "", params string[] options)
    {
        var folder = Path.Combine(Repository.Root, "artifacts", "experiments", "apps", $"{Path.GetFileName(project)}{way}");
        string[] own = way == "" ? [] : ["--self-contained", "--use-current-runtime", "--artifacts-path", $"{folder}-build", .. options];
        string[] all = ["publish", project, "-c", "Release", "-o", folder, "-v", "quiet", "--nologo", "--disable-build-servers", .. own];
        var publish = new ProcessStartInfo("dotnet", all) { WorkingDirectory = Repository.Root };
        await Command.RunAsync(publish, $"{project}{(way == "" ? "" : $" ({way})")} could not be published", cancellationToken);
        return folder;
    }
}
