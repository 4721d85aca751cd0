namespace ThroughputKit.Engines.Http2;

/// <summary>The Huffman code of HPACK (RFC 7541, 5.2 and appendix B). It is canonical, so the lengths of its codes tell everything.</summary>
internal static class HpackHuffman
{
    private const int Shortest = 5;
    private const int Longest = 30;
    private const int EndOfString = 256;
    private const int Bits = 64; // of a window on the code, in which everything is aligned to the left

    private static readonly int[] _symbols = new int[EndOfString + 1]; // in the order of their codes
    private static readonly int[] _offsets = new int[Longest + 1]; // from a code of each length to its place among the symbols
    private static readonly ulong[] _ends = new ulong[Longest + 1]; // the first code that is longer

    static HpackHuffman()
    {
        var (code, place) = (0UL, 0);
        for (var length = Shortest; length <= Longest; length++)
        {
            _offsets[length] = place - (int)(code >> (Bits - length));
            for (var symbol = 0; symbol <= EndOfString; symbol++)
            {
                if (Lengths[symbol] == length)
                {
                    _symbols[place++] = symbol;
                    code += 1UL << (Bits - length);
                }
            }

            _ends[length] = code;
        }
    }

    private static ReadOnlySpan<byte> Lengths =>
    [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
        30,
    ];

    /// <summary>Returns the maximum length of a text that is encoded in this many bytes.</summary>
    public static int MaxDecoded(int encoded) => encoded * 8 / Shortest;

    /// <summary>Decodes a text. Returns its length; -1 if it is wrong.</summary>
    public static int Decode(ReadOnlySpan<byte> encoded, Span<byte> text)
    {
        // Bits of the end of the string, which are ones, follow the text as its padding.
        var (window, count, written) = (ulong.MaxValue, 0, 0);
        while (true)
        {
            for (; count <= Bits - 8 && !encoded.IsEmpty; encoded = encoded[1..], count += 8)
            {
                window ^= (ulong)(byte)~encoded[0] << (Bits - 8 - count);
            }

            if (count < 8 && window == ulong.MaxValue)
            {
                return written;
            }

            var length = Shortest;
            while (length < Longest && window >= _ends[length])
            {
                length++;
            }

            var symbol = _symbols[_offsets[length] + (int)(window >> (Bits - length))];
            if (length > count || symbol == EndOfString)
            {
                return -1;
            }

            text[written++] = (byte)symbol;
            window = ~(~window << length);
            count -= length;
        }
    }
}
