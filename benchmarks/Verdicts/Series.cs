namespace Verdicts;

/// <summary>The same trial again and again.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Trials">How often it is tried.</param>
/// <param name="Slowness">The way in which the candidate is slower.</param>
/// <param name="Fall">By which share its throughput is lower in a long run.</param>
/// <param name="LimitPercent">The limit of the gate.</param>
/// <param name="IsBusy">Whether another process burns a core at random.</param>
internal sealed record Series(string Name, int Trials, Slowness Slowness, double Fall, double LimitPercent, bool IsBusy = false);
