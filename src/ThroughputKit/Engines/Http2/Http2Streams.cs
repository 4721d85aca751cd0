namespace ThroughputKit.Engines.Http2;

/// <summary>The slots of a connection, and the streams that they have open. Allocates nothing once it exists.</summary>
/// <param name="handlers">What is told about the requests of each slot.</param>
/// <param name="maxResets">How many streams are reset before no further one is opened.</param>
internal sealed class Http2Streams(IReadOnlyList<IStreamHandler> handlers, int maxResets)
{
    private readonly Http2Stream[] _slots = [.. handlers.Select((handler, i) => new Http2Stream(handler, i))];
    private readonly int[] _ids = new int[handlers.Count]; // of the slots' streams; 0 for none
    private readonly int[] _resetIds = new int[maxResets + handlers.Count]; // those that were open at the last reset may follow
    private readonly Queue<Http2Stream> _turns = new(handlers.Count); // slots that have something to write
    private long _nextId;

    /// <summary>Gets the slots.</summary>
    public ReadOnlySpan<Http2Stream> Slots => _slots;

    /// <summary>Gets how many slots have a request.</summary>
    public int Busy { get; private set; }

    /// <summary>Gets how many streams are open.</summary>
    public int Open { get; private set; }

    /// <summary>Gets how many streams have been reset by us.</summary>
    public int Resets { get; private set; }

    /// <summary>Gets how many slots wait to write.</summary>
    public int Waiting => _turns.Count;

    /// <summary>Gets the id of the next stream; <see langword="null"/> if they have run out.</summary>
    public int? NextId => _nextId > int.MaxValue ? null : (int)_nextId;

    /// <summary>Prepares for a new connection. No slot has a request.</summary>
    public void Clear(int firstId) => (_nextId, Resets) = (firstId, 0);

    /// <summary>Gives a request to a slot, if it has none.</summary>
    public bool TryBegin(int slot, in Http2Request request)
    {
        var stream = _slots[slot];
        if (stream.IsBusy)
        {
            return false;
        }

        stream.Begin(request);
        Busy++;
        AwaitTurn(stream);
        return true;
    }

    /// <summary>Opens the stream of a slot with the next id.</summary>
    public void Begin(Http2Stream stream, int window)
    {
        stream.Open((int)_nextId, window);
        _ids[stream.Slot] = stream.Id;
        _nextId += 2;
        Open++;
    }

    /// <summary>Returns the slot of an open stream; <see langword="null"/> if there is none.</summary>
    public Http2Stream? Find(int id) => id != 0 && _ids.AsSpan().IndexOf(id) is var slot and >= 0 ? _slots[slot] : null;

    /// <summary>Returns what it means that a frame comes for a stream without a slot. The server may not know yet which streams were reset.</summary>
    public Http2Error? Explain(in FrameHeader frame) =>
        (frame.Stream & 1) == 0 || frame.Stream >= _nextId
            ? Http2Error.Protocol($"the server sent a {frame} frame on stream {frame.Stream}, which was never opened")
        : frame.Type is FrameType.ResetStream or FrameType.WindowUpdate || _resetIds.AsSpan(0, Resets).Contains(frame.Stream) ? null
        : new Http2Error(Http2Code.StreamClosed, $"the server sent a {frame} frame on stream {frame.Stream}, which had ended");

    /// <summary>Remembers that the stream of a slot is reset.</summary>
    public void NoteReset(Http2Stream stream) => _resetIds[Resets++] = stream.Id;

    /// <summary>Ends the stream of a slot, which is free then.</summary>
    public void Free(Http2Stream stream)
    {
        Busy--;
        Open -= stream.Id == 0 ? 0 : 1;
        _ids[stream.Slot] = 0;
        stream.End();
    }

    public void AwaitTurn(Http2Stream stream)
    {
        if (!stream.IsQueued)
        {
            stream.IsQueued = true;
            _turns.Enqueue(stream);
        }
    }

    /// <summary>Returns the slot whose turn it is.</summary>
    public Http2Stream TakeTurn()
    {
        var stream = _turns.Dequeue();
        stream.IsQueued = false;
        return stream;
    }

    /// <summary>Changes how much of the body of a slot the server takes. Returns whether that is no more than it may.</summary>
    public bool TryEnlarge(Http2Stream stream, long by)
    {
        var window = stream.SendWindow + by;
        if (window > int.MaxValue)
        {
            return false;
        }

        stream.SendWindow = (int)window;
        if (window > 0 && !stream.IsWritten)
        {
            AwaitTurn(stream);
        }

        return true;
    }
}
