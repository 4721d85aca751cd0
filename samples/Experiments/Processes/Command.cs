using System.Diagnostics;

namespace Experiments;

/// <summary>Runs a program to its end.</summary>
internal static class Command
{
    private static readonly TimeSpan _maxTime = TimeSpan.FromMinutes(5);

    /// <param name="start">The program and its arguments.</param>
    /// <param name="failure">What it means if it fails.</param>
    /// <param name="cancellationToken">Ends the program.</param>
    /// <param name="maxTime">The maximum time; 5 minutes if it isn't set.</param>
    /// <exception cref="InvalidOperationException">It failed, or took longer.</exception>
    public static async Task RunAsync(ProcessStartInfo start, string failure, CancellationToken cancellationToken, TimeSpan? maxTime = null)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(maxTime ?? _maxTime);
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
            throw new InvalidOperationException($"{failure}: {start.FileName} took longer than {(maxTime ?? _maxTime).TotalSeconds:0.#} s.", e);
        }
        finally
        {
            process.Kill(entireProcessTree: true); // does nothing if it has ended
        }
    }
}
