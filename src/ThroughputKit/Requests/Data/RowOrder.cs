namespace ThroughputKit.Requests.Data;

/// <summary>Which of its values a column has in a request.</summary>
internal enum RowOrder
{
    InTurn,
    Random,
    OnePerConnection,
    EachOnce,

    /// <summary>At random, and by the request's own number: takes no row.</summary>
    Choice,
}
