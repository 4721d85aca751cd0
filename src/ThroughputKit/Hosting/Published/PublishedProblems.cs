using System.Globalization;

namespace ThroughputKit.Hosting.Published;

/// <summary>Describes the possible failures of an app in a process of its own.</summary>
internal static class PublishedProblems
{
    private const string WithoutHookYet = "Nor has the kit's start-up hook come. Does the app's runtime load none (.NET 8 or later does, unless the app was compiled ahead of time, or trimmed)? "
        + "Then start it yourself and use LoadTest.Against, which reads no memory. ";

    private const string AnyApp = "a folder that dotnet publish or dotnet build has filled, with one app in it";

    public static Problem NoFolder(string folder) => new(
        folder.Length == 0 ? "The folder is ''" : $"There is no folder '{folder}'{(Path.IsPathFullyQualified(folder) ? "" : $", which is {Path.GetFullPath(folder)}")}",
        AnyApp,
        "Has the app been published, and for the same configuration? A relative path begins at the current directory, which is the test project's output folder under dotnet test.");

    public static Problem IsFile(string file) => new(
        $"'{file}' is a file", AnyApp, $"Give the folder, {Path.GetDirectoryName(Path.GetFullPath(file))}; where it holds several apps, EntryPoint chooses one.");

    public static Problem NoApp(string folder) => new(
        $"The folder '{folder}' holds no app that can be started",
        AnyApp,
        "It needs a name.runtimeconfig.json with its name.dll, or an executable. Is it the folder of a library, or of the project rather than its output?");

    public static Problem NoPipe(string path, string error) => new(
        $"No socket can be opened at '{path}' ({path.Length} characters): {error}",
        "a temporary folder with a path of at most 70 characters",
        "The app's figures come over it. Is TMPDIR set to a long path?");

    public static Problem NoTemporaryFolder(string folder, string error) => new(
        $"The start-up hook can't be written to the temporary folder '{folder}': {error}",
        "a temporary folder that this user can write to",
        "The app's figures come from it. Does TMPDIR name a folder that isn't there, or is the disk full?");

    public static Problem NullArgument(int index) => new(
        $"Arguments[{index}] is null", "arguments that are texts", "Does it come from a setting that is missing?");

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
        "Trimming switches them off. Publish it with -p:StartupHookSupport=true, or start it yourself and use LoadTest.Against, which reads no memory.");

    public static Problem WrongVariable(string name) => new(
        $"The environment variable '{name}' has a name that can't be passed", "a name without '=', and not empty", "Does it come from a setting that is missing?");

    public static Problem NoEnvironment(string name) => new(
        $"Environment is '{name}'", "the name of an environment, such as Production", "Leave it as it is if you have no reason for another.");

    public static Problem CannotRun(AppEntry app, string file, string reason) => new(
        $"{app.Name} could not be started with {file}: {reason}",
        "an app that the system can run",
        app.NeedsDotnet ? "Is the dotnet that runs it installed? DOTNET_ROOT names its folder." : "Was it published for this system and processor?");

    public static Problem ExitedAtStart(string app, AppExit exit) => new(
        $"{app} exited with code {exit.Code} before it listened",
        "an app that starts and runs until it is stopped",
        $"A missing setting can be given with Configuration, Arguments or EnvironmentVariables. {exit.Output}");

    public static Problem ListensOnNothing(string app, string[] addresses) => new(
        addresses.Length == 0 ? $"{app} listens on nothing" : $"{app} listens on {string.Join(", ", addresses)} only",
        "an app that listens on http or https over TCP once it is started",
        "Is it a worker without a web server, or is its only endpoint a pipe?");

    public static Problem TooSlow(string app, TimeSpan timeout, bool hasHook, OutputTail output) => new(
        string.Create(CultureInfo.InvariantCulture, $"{app} did not say within {timeout.TotalSeconds:0.###} s where it listens"),
        "an app that listens within StartTimeout (30 s by default)",
        "Does it wait for a database or another server that isn't there? If it needs the time, set o.StartTimeout. An app without a host of the framework's must print "
        + $"'Now listening on: ' and its address. {(hasHook ? "" : WithoutHookYet)}{output.Describe()}");

    public static Problem WithoutHook(string app) => new(
        $"{app} runs without the kit's start-up hook, which reads its figures and ends it with the test",
        "an app whose runtime loads start-up hooks (.NET 8 or later)",
        "Was it compiled ahead of time, or trimmed, or does a script start it? Start it yourself and use LoadTest.Against, which reads no memory.");

    public static string Killed(TimeSpan patience, OutputTail output) =>
        string.Create(CultureInfo.InvariantCulture, $"it was still running {patience.TotalSeconds:0.###} s after it was asked to stop, and was killed. {output.Describe()}");

    public static string EndedBadly(AppExit exit) => $"it exited with code {exit.Code}. {exit.Output}";

    private static string Names(IEnumerable<AppEntry> apps) => string.Join(", ", apps.Select(a => a.Name));
}
