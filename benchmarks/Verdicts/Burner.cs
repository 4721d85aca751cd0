using System.Diagnostics;

namespace Verdicts;

/// <summary>Another process that burns one core at random: for up to two seconds at a time, with pauses as long.</summary>
internal sealed class Burner : IDisposable
{
    public const string Argument = "burn";

    private readonly Process _process = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, Argument) { RedirectStandardInput = true, UseShellExecute = false })!;

    /// <summary>Burns until this process's input ends, which it does when the other process is gone.</summary>
    public static void Burn()
    {
        var input = Task.Run(Console.In.ReadToEnd);
        while (!input.IsCompleted)
        {
            var end = Stopwatch.GetTimestamp() + (long)(Random.Shared.NextDouble() * 2 * Stopwatch.Frequency);
            while (Stopwatch.GetTimestamp() < end && !input.IsCompleted)
            {
                Thread.SpinWait(1_000);
            }

            Task.WaitAny(input, Task.Delay(TimeSpan.FromSeconds(Random.Shared.NextDouble() * 2)));
        }
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
