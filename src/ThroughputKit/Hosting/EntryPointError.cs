using System.Reflection;
using Microsoft.Extensions.Hosting;

namespace ThroughputKit.Hosting;

/// <summary>
/// Finds the exception that an app's entry point threw. The framework's factory keeps it in a private field and may report only
/// that the host is disposed. If that field isn't found, the framework's report stands.
/// </summary>
internal static class EntryPointError
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(1);

    public static Exception? Of(IHost host)
    {
        var started = host.GetType().GetField("_hostStartedTcs", BindingFlags.Instance | BindingFlags.NonPublic)?.GetValue(host);
        if (started is not TaskCompletionSource { Task: var task })
        {
            return null;
        }

        // The entry point is about to end, so this wait is short.
        ((IAsyncResult)task).AsyncWaitHandle.WaitOne(_patience);
        return task.Exception?.GetBaseException();
    }
}
