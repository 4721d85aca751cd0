using System.Globalization;

namespace ThroughputKit.Hosting.Published;

/// <summary>Describes the possible failures of an app in a process of its own.</summary>
internal static class PublishedProblems
{
    private const string WithoutHookYet = "The kit's start-up hook has not connected either. "
        + "An app that was trimmed, compiled ahead of time, or is older than .NET 8 loads no such hook. "
        + "If yours is one, start it yourself and use LoadTest.Against, which reads no memory figures. ";

    private const string AnyApp = "an output folder of dotnet publish or dotnet build, with one app in it";

    public static Problem NoFolder(string folder) => new(
        folder.Length == 0 ? "The folder is ''"
            : $"There is no folder '{folder}'{(Path.IsPathFullyQualified(folder) ? "" : $" (full path: {Path.GetFullPath(folder)})")}",
        AnyApp,
        "Has the app been published, and for the same configuration? "
            + "A relative path starts at the current directory, which is the test project's output folder under dotnet test.");

    public static Problem IsFile(string file) => new(
        $"'{file}' is a file", AnyApp,
        $"Give the folder, {Path.GetDirectoryName(Path.GetFullPath(file))}. If the folder holds several apps, choose one with EntryPoint.");

    public static Problem NoApp(string folder) => new(
        $"The folder '{folder}' holds no app that can be started",
        AnyApp,
        "It needs a name.runtimeconfig.json with its name.dll, or an executable. Is it the folder of a library, or of the project rather than its output?");

    public static Problem NoPipe(string path, string error) => new(
        $"No socket can be opened at '{path}' ({path.Length} characters): {error}",
        "a temporary folder with a path of at most 70 characters",
        "The kit reads the app's figures over this socket. Is TMPDIR set to a long path?");

    public static Problem NoTemporaryFolder(string folder, string error) => new(
        $"The start-up hook can't be written to the temporary folder '{folder}': {error}",
        "a temporary folder that this user can write to",
        "The kit reads the app's figures through the hook. Does TMPDIR name a folder that isn't there, or is the disk full?");

    public static Problem SeparatorInTemporaryFolder(string folder) => new(
        $"The path of the temporary folder '{folder}' contains '{Path.PathSeparator}'",
        $"a temporary folder without '{Path.PathSeparator}' in its path",
        $"The kit names its start-up hook there in {HookVariables.Hooks}, where that sign separates paths. Set TMPDIR to another folder.");

    public static Problem SeveralApps(string folder, IEnumerable<AppEntry> apps) => new(
        $"The folder '{folder}' holds several apps: {Names(apps)}",
        "one app, or the name of one in EntryPoint",
        $"Choose one: ForPublished(folder, app => app.EntryPoint = \"{apps.First().Name}\").");

    public static Problem UnknownApp(string folder, string name, IEnumerable<AppEntry> apps) => new(
        $"EntryPoint is '{name}', and the folder '{folder}' holds no such app",
        $"the name of one of its apps: {Names(apps)}",
        "Is it misspelt? It is the name of the assembly, without .dll.");

    public static Problem HooksForbidden(string app) => new(
        $"{app} was published with start-up hooks switched off (System.StartupHookProvider.IsSupported)",
        "an app whose runtime loads start-up hooks",
        "Trimming switches them off. "
            + "Publish the app with -p:StartupHookSupport=true, or start it yourself and use LoadTest.Against, which reads no memory figures.");

    public static Problem CannotRun(AppEntry app, string file, string reason) => new(
        $"{app.Name} could not be started with {file}: {reason}",
        "an app that the system can run",
        app.NeedsDotnet ? "Is the dotnet that runs it installed? DOTNET_ROOT names its folder." : "Was it published for this system and processor?");

    public static Problem ExitedAtStart(string app, AppExit exit) => new(
        $"{app} exited with code {exit.Code} before it listened",
        "an app that starts and runs until it is stopped",
        $"Pass a missing setting with Configuration, Arguments or EnvironmentVariables. {exit.Output}");

    public static Problem ListensOnNothing(string app, string[] addresses) => new(
        addresses.Length == 0 ? $"{app} listens on nothing" : $"{app} listens on {string.Join(", ", addresses)} only",
        "an app that listens on http or https over TCP once it is started",
        "Is it a worker without a web server, or is its only endpoint a pipe?");

    public static Problem NoHttps(string app, ChildOutput output) => new(
        $"OverHttps is set, and {app} got no port with TLS",
        "an app whose first web host is on Kestrel",
        $"The kit's start-up hook adds the port before the host starts. {output.Describe()}");

    public static Problem TooSlow(string app, TimeSpan timeout, bool hasHook, ChildOutput output) => new(
        string.Create(CultureInfo.InvariantCulture, $"{app} is running, but no web server in it reported an address within {timeout.TotalSeconds:0.###} s"),
        "an app that listens within StartTimeout (30 s by default)",
        $"{(hasHook ? "" : WithoutHookYet)}Does it wait for a database or another server that isn't there? "
        + "If it needs longer, set o.StartTimeout. An app that doesn't use the framework's host must print "
        + $"'Now listening on: ' and its address. {output.Describe()}");

    public static Problem WithoutHook(string app) => new(
        $"{app} runs without the kit's start-up hook, which reads its figures and stops it after the test",
        "an app whose runtime loads start-up hooks (.NET 8 or later)",
        "Was it compiled ahead of time, or trimmed, or does a script start it? Start it yourself and use LoadTest.Against, which reads no memory figures.");

    public static string Killed(TimeSpan timeout, ChildOutput output) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"it was still running {timeout.TotalSeconds:0.###} s after it was asked to stop, and was killed. {output.Describe()}");

    public static string EndedBadly(AppExit exit) => $"it exited with code {exit.Code}. {exit.Output}";

    private static string Names(IEnumerable<AppEntry> apps) => string.Join(", ", apps.Select(a => a.Name));
}
