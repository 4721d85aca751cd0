using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace ThroughputKit.Counting;

/// <summary>Counts texts of one kind, on any thread. It takes no lock for a text that it knows: its own locks would be counted as the app's.</summary>
internal sealed class TextCounter(CountKind kind)
{
    /// <summary>The maximum number of different texts that are told.</summary>
    public const int MostTold = 50;

    /// <summary>What texts beyond the maximum are counted as.</summary>
    public const string Others = "others";

    private const int MostKept = 200;

    private readonly ConcurrentDictionary<string, StrongBox<long>> _texts = new(StringComparer.Ordinal);
    private readonly StrongBox<long> _others = new();
    private long _count;
    private int _kept;

    /// <summary>Gets how much was counted, with all texts.</summary>
    public long Count => Interlocked.Read(ref _count);

    public void Add(string text)
    {
        Interlocked.Increment(ref _count);
        Interlocked.Increment(ref BoxOf(text).Value);
    }

    /// <summary>Returns the most frequent texts, and what the others add up to.</summary>
    public IEnumerable<CountedText> Top()
    {
        CountedText[] all = [.. _texts.Select(t => new CountedText(kind, t.Key, Interlocked.Read(ref t.Value.Value)))];
        Array.Sort(all, (a, b) => a.Count != b.Count ? b.Count.CompareTo(a.Count) : string.CompareOrdinal(a.Text, b.Text));
        var others = Interlocked.Read(ref _others.Value) + all.Skip(MostTold).Sum(t => t.Count);
        return all.Take(MostTold).Concat(others > 0 ? [new CountedText(kind, Others, others)] : []);
    }

    /// <summary>Forgets the texts, not how many they were.</summary>
    public void Forget()
    {
        _texts.Clear();
        Interlocked.Exchange(ref _others.Value, 0);
        Volatile.Write(ref _kept, 0);
    }

    private StrongBox<long> BoxOf(string text)
    {
        if (_texts.TryGetValue(text, out var box))
        {
            return box;
        }

        var isKept = Volatile.Read(ref _kept) < MostKept && Interlocked.Increment(ref _kept) <= MostKept;
        return isKept ? _texts.GetOrAdd(text, _ => new StrongBox<long>()) : _others;
    }
}
