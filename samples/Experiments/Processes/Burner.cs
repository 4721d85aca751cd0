using System.Diagnostics;

namespace Experiments;

/// <summary>Another process that takes half of the processor until it is disposed of.</summary>
internal sealed class Burner : IDisposable
{
    public const string Argument = "burn";

    private readonly Process _process =
        Process.Start(new ProcessStartInfo(Environment.ProcessPath!, Argument) { RedirectStandardInput = true, UseShellExecute = false })!;

    /// <summary>Burns until this process's input ends, which it does when the other process is gone.</summary>
    public static void Burn()
    {
        var input = Task.Run(Console.In.ReadToEnd);
        Thread[] threads = [.. Enumerable.Range(0, Math.Max(1, Environment.ProcessorCount / 2)).Select(_ => new Thread(Spin))];
        Array.ForEach(threads, t => t.Start());
        Array.ForEach(threads, t => t.Join());

        void Spin()
        {
            while (!input.IsCompleted)
            {
                Thread.SpinWait(1_000);
            }
        }
    }

    public bool IsRunning => !_process.HasExited;

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
