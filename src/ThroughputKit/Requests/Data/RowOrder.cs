namespace ThroughputKit.Requests.Data;

/// <summary>Which row of the data a request takes.</summary>
internal enum RowOrder
{
    InTurn,
    Random,
    OnePerConnection,
    EachOnce,
}
