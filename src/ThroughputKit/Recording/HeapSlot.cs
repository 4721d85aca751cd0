namespace ThroughputKit.Recording;

/// <summary>
/// The collections of this process in a stretch of time: of each generation, those that collected no older one. With them, the bytes of each generation after
/// the last one.
/// </summary>
internal struct HeapSlot : ISlot<HeapSlot>
{
    public int Gen0;
    public int Gen1;
    public int Gen2;

    /// <summary>Whether the bytes were read.</summary>
    public bool HasBytes;
    public long Gen0Bytes;
    public long Gen1Bytes;
    public long Gen2Bytes;

    /// <summary>The bytes of large and pinned objects.</summary>
    public long LargeBytes;

    public void Add(in HeapSlot later)
    {
        var (gen0, gen1, gen2) = (Gen0 + later.Gen0, Gen1 + later.Gen1, Gen2 + later.Gen2);
        if (later.HasBytes)
        {
            this = later;
        }

        (Gen0, Gen1, Gen2) = (gen0, gen1, gen2);
    }
}
