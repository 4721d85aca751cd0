using ThroughputKit.Requests.Data;

namespace ThroughputKit.Requests.Chains;

/// <summary>Writes a value that the virtual user carries.</summary>
internal sealed class TakenValue(int index, ValuePlace place) : TemplateValue
{
    public override int MaxLength => 0;

    public override bool IsOfUser => true;

    public override int MaxLengthFor(VirtualUser user) => Escaping.MaxLength(place, user.ValueOf(index, place).Length);

    public override int Write(Span<byte> destination, in DataPosition position) => Escaping.Write(place, position.User!.ValueOf(index, place), destination);
}
