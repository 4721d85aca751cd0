using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace Verdicts;

/// <summary>Measures in a fresh process of this program, which writes to the file that its last argument names.</summary>
internal static class FreshProcess
{
    /// <returns>What it has written, as JSON.</returns>
    public static async Task<T> RunAsync<T>(IEnumerable<string> arguments, int poolThreads, CancellationToken cancellationToken)
    {
        var file = Path.GetTempFileName();
        var start = new ProcessStartInfo(Environment.ProcessPath!, [.. arguments, file])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true, // the shop's log
        };

        // As in a test project, which has the workstation's collector.
        start.Environment["DOTNET_gcServer"] = "0";
        if (poolThreads > 0)
        {
            start.Environment["DOTNET_ThreadPool_ForceMinWorkerThreads"] = start.Environment["DOTNET_ThreadPool_ForceMaxWorkerThreads"] = poolThreads.ToString("x", CultureInfo.InvariantCulture);
        }

        using var process = Process.Start(start)!;
        var log = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null, cancellationToken);
        try
        {
            await process.WaitForExitAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            process.Kill();
            throw;
        }

        await log;
        var measured = JsonSerializer.Deserialize<T>(await File.ReadAllTextAsync(file, cancellationToken));
        File.Delete(file);
        return measured!;
    }
}
