namespace ThroughputKit.Requests.Data;

/// <summary>Literal text, and the placeholder after it.</summary>
/// <param name="Literal">The text.</param>
/// <param name="Name">The name in the placeholder; <see langword="null"/> if there is none.</param>
/// <param name="Place">The place of the placeholder.</param>
/// <param name="IsRaw">Whether the placeholder asks for the value as it is.</param>
internal readonly record struct TemplatePiece(string Literal, string? Name, ValuePlace Place, bool IsRaw = false);
