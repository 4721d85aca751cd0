using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;

namespace Experiments;

/// <summary>A server that an experiment starts on a loopback port, in a temporary folder of its own, and stops.</summary>
internal sealed partial class Server : IAsyncDisposable
{
    private const int Terminate = 15;

    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(1); // is added to measured starts, so no longer
    private static readonly TimeSpan _timeToStart = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan _timeToStop = TimeSpan.FromSeconds(5);

    private readonly StringBuilder _output = new();

    private Server(ProcessStartInfo start)
    {
        (start.RedirectStandardOutput, start.RedirectStandardError, start.UseShellExecute) = (true, true, false);
        Process = new Process { StartInfo = start };
        Process.OutputDataReceived += Keep;
        Process.ErrorDataReceived += Keep;
        Process.Start();
        Process.BeginOutputReadLine();
        Process.BeginErrorReadLine();
    }

    public Process Process { get; }

    /// <summary>Starts a server, and waits until its port accepts connections.</summary>
    /// <param name="start">Its program and arguments.</param>
    /// <param name="port">Its port.</param>
    /// <param name="cancellationToken">Ends the server.</param>
    /// <param name="timeToStart">The maximum time until it accepts connections; 30 s if it isn't set.</param>
    /// <exception cref="InvalidOperationException">The port is in use, the server ended, or its port stayed closed for that time.</exception>
    public static async Task<Server> StartAsync(ProcessStartInfo start, int port, CancellationToken cancellationToken, TimeSpan? timeToStart = null)
    {
        var limit = timeToStart ?? _timeToStart;
        if (await AcceptsAsync(port, cancellationToken))
        {
            throw new InvalidOperationException($"{start.FileName} can't be started on port {port}: another program listens there. Try again.");
        }

        var server = new Server(start);
        try
        {
            var begun = Stopwatch.GetTimestamp();
            while (!await AcceptsAsync(port, cancellationToken) || server.Process.HasExited)
            {
                var ended = server.Process.HasExited;
                if (ended || Stopwatch.GetElapsedTime(begun) > limit)
                {
                    if (ended)
                    {
                        // The last of the output comes after the end, unless another process keeps it open.
                        await Task.WhenAny(server.Process.WaitForExitAsync(cancellationToken), Task.Delay(_timeToStop, cancellationToken));
                    }

                    var what = ended
                        ? $"ended with {server.Process.ExitCode} before it accepted connections on port {port}"
                        : FormattableString.Invariant($"did not accept connections on port {port} within {limit.TotalSeconds:0.#} s");
                    throw new InvalidOperationException($"{start.FileName} {what}. Its output:{Environment.NewLine}{server.Output()}");
                }

                await Task.Delay(_pause, cancellationToken);
            }

            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    public static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    public async ValueTask DisposeAsync()
    {
        if (!Process.HasExited)
        {
            // Asks first, so that the server ends its own processes and removes what it has shared. An interrupt is ignored by what runs in the background.
            if (Kill(Process.Id, Terminate) == 0)
            {
                await Task.WhenAny(Process.WaitForExitAsync(CancellationToken.None), Task.Delay(_timeToStop));
            }

            Process.Kill(entireProcessTree: true); // does nothing if it has ended
            await Process.WaitForExitAsync(CancellationToken.None);
        }

        Process.Dispose();
    }

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int process, int signal);

    private static async Task<bool> AcceptsAsync(int port, CancellationToken cancellationToken)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(IPAddress.Loopback, port, cancellationToken);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private void Keep(object sender, DataReceivedEventArgs e)
    {
        lock (_output)
        {
            _output.AppendLine(e.Data);
        }
    }

    private string Output()
    {
        lock (_output)
        {
            return $"{_output}".Trim();
        }
    }
}
