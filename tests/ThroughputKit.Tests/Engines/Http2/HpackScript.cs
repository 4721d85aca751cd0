using System.Text;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>The headers of a scripted server: fields are added to the table, if they are not in it. Its table is a list.</summary>
internal sealed class HpackScript
{
    private const int StaticCount = 61;
    private const int Limit = 4_096;

    private readonly List<(string Name, string Value)> _table = [];

    public byte[] Encode(params (string Name, string Value)[] fields)
    {
        List<byte> block = [];
        foreach (var field in fields)
        {
            var index = _table.IndexOf(field);
            var name = _table.FindIndex(f => f.Name == field.Name);
            AddInteger(block, index >= 0 ? 0x80 : 0x40, index >= 0 ? 7 : 6, index >= 0 ? StaticCount + 1 + index : name >= 0 ? StaticCount + 1 + name : 0);
            if (index >= 0)
            {
                continue;
            }

            foreach (var text in name >= 0 ? [field.Value] : new[] { field.Name, field.Value })
            {
                AddInteger(block, 0, 7, text.Length);
                block.AddRange(Encoding.ASCII.GetBytes(text));
            }

            _table.Insert(0, field);
            while (_table.Sum(f => f.Name.Length + f.Value.Length + 32) > Limit)
            {
                _table.RemoveAt(_table.Count - 1);
            }
        }

        return [.. block];
    }

    private static void AddInteger(List<byte> block, int first, int prefix, int value)
    {
        var mask = (1 << prefix) - 1;
        block.Add((byte)(first | Math.Min(value, mask)));
        if (value < mask)
        {
            return;
        }

        for (value -= mask; value >= 0x80; value >>= 7)
        {
            block.Add((byte)(0x80 | (value & 0x7F)));
        }

        block.Add((byte)value);
    }
}
