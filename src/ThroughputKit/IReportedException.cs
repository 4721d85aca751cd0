namespace ThroughputKit;

/// <summary>An exception that ends a test, whose message names the report of it.</summary>
internal interface IReportedException
{
    /// <summary>Gets or sets the line that names the report, with which the message ends; <see langword="null"/> for none.</summary>
    string? Report { get; set; }
}
