using System.Buffers;

namespace ThroughputKit.Responses;

/// <summary>Compares the beginnings of bodies word by word. Numbers, dates and identifiers are all alike. Pure.</summary>
internal static class BodyWords
{
    private static readonly SearchValues<byte> _ofWords = SearchValues.Create("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,+-"u8);

    // Only binary or compressed bodies have these. What they begin with says nothing.
    private static readonly SearchValues<byte> _binary = SearchValues.Create(
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]);

    private static ReadOnlySpan<byte> OfDates => " am pm sun mon tue wed thu fri sat jan feb mar apr may jun jul aug sep oct nov dec "u8;

    /// <param name="one">The beginning of one body.</param>
    /// <param name="other">The beginning of the other.</param>
    /// <param name="isOneCut">Whether the one is longer than its beginning, so that its last word may be cut.</param>
    /// <param name="isOtherCut">Whether the other is.</param>
    public static bool AreAlike(ReadOnlySpan<byte> one, ReadOnlySpan<byte> other, bool isOneCut, bool isOtherCut)
    {
        if (one.ContainsAny(_binary) || other.ContainsAny(_binary))
        {
            return true;
        }

        var same = one[..one.CommonPrefixLength(other)].LastIndexOfAnyExcept(_ofWords) + 1; // the end of the words that are the same
        one = one[same..];
        other = other[same..];
        while (!one.IsEmpty && !other.IsEmpty)
        {
            var (end, otherEnd) = (EndOfWord(one), EndOfWord(other));
            if ((isOneCut && end == one.Length) || (isOtherCut && otherEnd == other.Length))
            {
                return true;
            }

            var word = one[..end];
            var otherWord = other[..otherEnd];
            if (!word.SequenceEqual(otherWord) && !(IsValue(word) && IsValue(otherWord)))
            {
                return false;
            }

            one = one[end..];
            other = other[otherEnd..];
        }

        return one.IsEmpty ? isOneCut || other.IsEmpty : isOtherCut;
    }

    // What lies between words counts as a word.
    private static int EndOfWord(ReadOnlySpan<byte> text)
    {
        var end = _ofWords.Contains(text[0]) ? text.IndexOfAnyExcept(_ofWords) : text.IndexOfAny(_ofWords);
        return end < 0 ? text.Length : end;
    }

    private static bool IsValue(ReadOnlySpan<byte> word) => word.ContainsAnyInRange((byte)'0', (byte)'9')
        || (word.Length > 1 && OfDates.IndexOf([(byte)' ', Lower(word[0]), Lower(word[1]), word.Length > 2 ? Lower(word[2]) : (byte)' ']) >= 0);

    private static byte Lower(byte letter) => (byte)(letter | 0x20);
}
