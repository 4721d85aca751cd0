namespace ThroughputKit.Requests.Data;

/// <summary>Where a value stands in a request, which decides how it is escaped.</summary>
internal enum ValuePlace
{
    /// <summary>In the path: percent-encoded.</summary>
    Path,

    /// <summary>In the query, or in a form: percent-encoded.</summary>
    Query,

    /// <summary>In the value of a header: unchanged, in printable ASCII.</summary>
    Header,

    /// <summary>Within quotes in a JSON body: escaped as JSON.</summary>
    JsonText,

    /// <summary>Elsewhere in a JSON body: unchanged, as a JSON value.</summary>
    JsonValue,

    /// <summary>In any other body: unchanged.</summary>
    Body,
}
