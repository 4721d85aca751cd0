using System.Text;

namespace ThroughputKit.Responses.Checks;

/// <summary>Finds fields in the head of a response.</summary>
internal static class HeadFields
{
    /// <summary>Finds the next field with this name, and continues after it.</summary>
    public static bool TryNext(scoped ref ReadOnlySpan<byte> head, ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        while (!head.IsEmpty)
        {
            var end = head.IndexOf((byte)'\n');
            var line = end < 0 ? head : head[..end];
            head = head[line.Length..].TrimStart((byte)'\n');
            if (line.Length > name.Length && line[name.Length] == ':' && Ascii.EqualsIgnoreCase(line[..name.Length], name))
            {
                value = line[(name.Length + 1)..].Trim(" \t\r"u8);
                return true;
            }
        }

        value = default;
        return false;
    }
}
