namespace XunitV4Run;

/// <summary>How a test ended.</summary>
internal sealed record Outcome(string Name, string Result, string Message)
{
    public string Output { get; set; } = "";

    public IReadOnlyList<string> Warnings { get; set; } = [];

    public IReadOnlyList<string> Attachments { get; set; } = [];
}
