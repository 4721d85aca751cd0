namespace ThroughputKit.Requests.Data;

/// <summary>Where a value stands in a request, which decides how it is escaped.</summary>
internal enum ValuePlace
{
    /// <summary>A whole segment of the path: percent-encoded.</summary>
    Path,

    /// <summary>In a segment of the path that has nothing else but other values and dots: percent-encoded.</summary>
    PathPart,

    /// <summary>In the query, in a form, or in a segment of the path with other text: percent-encoded.</summary>
    Query,

    /// <summary>The beginning of the path, which may be all of it with its query: unchanged.</summary>
    Target,

    /// <summary>Elsewhere in the path or in the query, where the placeholder asks for it: unchanged.</summary>
    Raw,

    /// <summary>In the value of a header: unchanged, in printable ASCII.</summary>
    Header,

    /// <summary>Within quotes in a JSON body: escaped as JSON.</summary>
    JsonText,

    /// <summary>Elsewhere in a JSON body: unchanged, as a JSON value.</summary>
    JsonValue,

    /// <summary>In any other body: unchanged.</summary>
    Body,
}
