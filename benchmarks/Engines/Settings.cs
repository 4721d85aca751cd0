namespace Engines;

/// <summary>How a session is measured.</summary>
internal sealed record Settings(string Path, IReadOnlyList<int> Connections, int Rounds, TimeSpan Duration);
