using ThroughputKit.Requests.Data;

namespace ThroughputKit.Requests.Chains;

/// <summary>A value that a chain takes from its responses, where requests refer to it as to a column of data.</summary>
/// <param name="Name">The name.</param>
/// <param name="Index">The index of the value among those of the chain.</param>
internal sealed record TakenColumn(string Name, int Index) : DataColumn(Name)
{
    public override TemplateValue In(ValuePlace place) => new TakenValue(Index, place);

    // Known only when it is taken.
    public override Problem? Check(ValuePlace place, string where) => null;
}
