using System.Globalization;
using System.Text.RegularExpressions;

namespace Engines;

/// <summary>A load generator that is a program, and how its report is read.</summary>
/// <param name="Name">Its name in the tables.</param>
/// <param name="Program">The program.</param>
/// <param name="Arguments">Its arguments for an address, a number of connections and a number of seconds.</param>
/// <param name="Rate">Where it prints requests a second.</param>
/// <param name="Errors">Where it prints how many requests went wrong.</param>
internal sealed partial record Tool(string Name, string Program, Func<Uri, int, int, string> Arguments, Regex Rate, Regex Errors)
{
    /// <summary>Gets the tools that are installed, wrk first.</summary>
    public static IReadOnlyList<Tool> Installed { get; } = [.. All().Where(t => IsInstalled(t.Program))];

    /// <summary>Returns those that speak HTTP/2, and are installed.</summary>
    public static IEnumerable<Tool> Http2(int streams) => from threads in (int[])[1, 2]
                                                          let tool = H2Load(threads, streams)
                                                          where IsInstalled(tool.Program)
                                                          select tool;

    private static Tool H2Load(int threads, int streams) => new(
        Text($"h2load -t{threads}"), "h2load", (u, c, s) => Text($"-t{Math.Min(threads, c)} -c{c} -m{streams} -D{s} {u}"), H2LoadRate(), H2LoadErrors());

    private static IEnumerable<Tool> All()
    {
        yield return Wrk(threads: 1);
        yield return Wrk(threads: 2);
        yield return new Tool("h2load --h1", "h2load", (u, c, s) => Text($"--h1 -t{Math.Min(2, c)} -c{c} -D{s} {u}"), H2LoadRate(), H2LoadErrors());
        yield return new Tool("hey", "hey", (u, c, s) => Text($"-c {c} -z {s}s {u}"), WrkRate(), HeyErrors());
        yield return new Tool("ab -k", "ab", (u, c, s) => Text($"-k -q -l -r -c {c} -t {s} -n 100000000 {u}"), AbRate(), AbErrors());
    }

    private static Tool Wrk(int threads) =>
        new($"wrk -t{threads}", "wrk", (u, c, s) => Text($"-t{Math.Min(threads, c)} -c{c} -d{s}s {u}"), WrkRate(), WrkErrors());

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private static bool IsInstalled(string program) => Array.Exists(
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator), p => File.Exists(Path.Combine(p, program)));

    [GeneratedRegex(@"Requests/sec:\s+([\d.]+)")]
    private static partial Regex WrkRate();

    [GeneratedRegex(@"(?:connect|read|write|timeout|Non-2xx or 3xx responses:?) (\d+)")]
    private static partial Regex WrkErrors();

    [GeneratedRegex(@"finished in [^,]+, ([\d.]+) req/s")]
    private static partial Regex H2LoadRate();

    [GeneratedRegex(@"(\d+) (?:failed|errored|timeout|[345]xx)")]
    private static partial Regex H2LoadErrors();

    [GeneratedRegex(@"\[(\d+)\]\s+(?:Get|Post|dial)|\[[345]\d\d\]\s+(\d+) responses")]
    private static partial Regex HeyErrors();

    [GeneratedRegex(@"Requests per second:\s+([\d.]+)")]
    private static partial Regex AbRate();

    [GeneratedRegex(@"(?:Failed requests|Non-2xx responses|Write errors):\s+(\d+)")]
    private static partial Regex AbErrors();
}
