using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using ThroughputKit;

namespace Engines;

/// <summary>This library in a process of its own, for which the machine has a set number of cores: so many threads does an engine have at most.</summary>
/// <param name="engine">The engine.</param>
/// <param name="threads">The number of threads.</param>
internal sealed class OtherProcessGenerator(LoadEngine engine, int threads) : IGenerator
{
    private const string Verb = "generate";

    /// <summary>Returns what the other process does: it loads an app, and prints the result.</summary>
    public static Command Command()
    {
        var (engine, address) = (new Argument<LoadEngine>("engine"), new Argument<Uri>("address") { CustomParser = r => new Uri(r.Tokens[0].Value) });
        var (connections, seconds) = (new Argument<int>("connections"), new Argument<double>("seconds"));
        var command = new Command(Verb, "Loads an app, and prints the result as JSON.") { engine, address, connections, seconds };
        command.SetAction(async parsed =>
        {
            var to = parsed.GetValue(address)!;
            var result = await LoadTest.Against(new Uri(to, "/")).Get(to.PathAndQuery).With(o => KitGenerator.Set(
                o, parsed.GetValue(engine), parsed.GetValue(connections), TimeSpan.FromSeconds(parsed.GetValue(seconds)))).RunAsync();
            Console.WriteLine(result.ToJson());
        });
        return command;
    }

    public string Name => $"{engine}, {threads} thread{(threads == 1 ? "" : "s")}";

    public async Task<LoadSample> RunAsync(Uri address, string path, int connections, TimeSpan duration)
    {
        string[] arguments = [typeof(OtherProcessGenerator).Assembly.Location, Verb, $"{engine}", $"{new Uri(address, path)}", .. Numbers()];
        using var process = Process.Start(new ProcessStartInfo("dotnet", arguments)
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
            Environment = { ["DOTNET_PROCESSOR_COUNT"] = $"{threads:X}" },
        })!;
        var result = LoadResult.FromJson(await process.StandardOutput.ReadToEndAsync());
        await process.WaitForExitAsync();
        return LoadSample.From(result) with { CpuTimePerRequest = result.Generator.CpuTimePerRequest };

        IEnumerable<string> Numbers() => [connections.ToString(CultureInfo.InvariantCulture), duration.TotalSeconds.ToString(CultureInfo.InvariantCulture)];
    }
}
