using System.Diagnostics;

namespace Experiments;

/// <summary>Runs a program to its end.</summary>
internal static class Command
{
    private static readonly TimeSpan _maxTime = TimeSpan.FromMinutes(5);

    /// <param name="start">The program and its arguments.</param>
    /// <param name="failure">What it means if it fails.</param>
    /// <param name="cancellationToken">Ends the program.</param>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static async Task RunAsync(ProcessStartInfo start, string failure, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(_maxTime);
        (start.RedirectStandardOutput, start.RedirectStandardError, start.UseShellExecute) = (true, true, false);
        using var process = Process.Start(start)!;
        try
        {
            var error = process.StandardError.ReadToEndAsync(limit.Token);
            var output = await process.StandardOutput.ReadToEndAsync(limit.Token);
            await process.WaitForExitAsync(limit.Token);
            if (process.ExitCode != 0)
            {
                throw new InvalidOperationException($"{failure}:{Environment.NewLine}{output}{await error}");
            }
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new InvalidOperationException($"{failure}: {start.FileName} took longer than {_maxTime.TotalMinutes:0} minutes.", e);
        }
        finally
        {
            process.Kill(entireProcessTree: true); // does nothing if it has ended
        }
    }
}
