namespace Generators;

/// <summary>What one generator reached in one round.</summary>
/// <param name="RequestsPerSecond">Complete responses per second.</param>
/// <param name="Errors">Requests that failed.</param>
/// <param name="AllocatedBytesPerRequest">Managed bytes the generator allocated a request, where it is managed.</param>
/// <param name="CpuMicrosecondsPerRequest">Processor time of the generator's process a request.</param>
internal sealed record Round(
    double RequestsPerSecond, long Errors, double? AllocatedBytesPerRequest, double CpuMicrosecondsPerRequest);
