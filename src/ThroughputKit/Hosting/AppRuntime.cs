namespace ThroughputKit.Hosting;

/// <summary>The runtime of an app in a process of its own.</summary>
/// <param name="Name">The runtime and its version.</param>
/// <param name="IsServerGc">Whether it uses the server collector.</param>
/// <param name="IsDynamicGc">Whether the collector adapts its heap count to the app (DATAS).</param>
/// <param name="Cores">The number of cores it may use.</param>
internal sealed record AppRuntime(string Name, bool IsServerGc, bool IsDynamicGc, int Cores);
