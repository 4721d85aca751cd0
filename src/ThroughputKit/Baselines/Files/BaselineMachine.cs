using System.Globalization;
using ThroughputKit.Reporting;

namespace ThroughputKit.Baselines.Files;

/// <summary>The properties that make machines comparable. Machine names are private, so they stay out of a committed file.</summary>
internal sealed record BaselineMachine
{
    public required string Cpu { get; init; }

    public required int Cores { get; init; }

    public required string OperatingSystem { get; init; }

    public required string Runtime { get; init; }

    public static BaselineMachine Of(EnvironmentFigures environment) => new()
    {
        Cpu = environment.Cpu,
        Cores = environment.Cores,
        OperatingSystem = environment.OperatingSystem,
        Runtime = environment.Runtime,
    };

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Cpu}, {Counted.Of(Cores, "core")}, {OperatingSystem}, {Runtime}");
}
