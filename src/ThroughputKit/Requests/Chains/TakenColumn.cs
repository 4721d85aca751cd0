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

    private sealed class TakenValue(int index, ValuePlace place) : TemplateValue
    {
        public override int MaxLength => 0;

        public override bool IsOfUser => true;

        public override int MaxLengthFor(VirtualUser user) => Escaping.MaxLength(place, user.ValueOf(index, place).Length);

        public override int Write(Span<byte> destination, in DataPosition position) =>
            Escaping.Write(place, position.User!.ValueOf(index, place), destination);
    }
}
