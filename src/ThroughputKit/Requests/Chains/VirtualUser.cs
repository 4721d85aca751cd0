using ThroughputKit.Requests.Cookies;
using ThroughputKit.Requests.Data;
using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Requests.Chains;

/// <summary>
/// One user, on one connection: sends the requests of a chain in order, pass by pass, and carries values and cookies from one to the next within a pass. A
/// request that fails ends the pass. Allocates nothing once it has had its longest values.
/// </summary>
internal sealed class VirtualUser
{
    private readonly ChainMix _chains;
    private readonly int _connection;
    private readonly int _connections;
    private readonly long _first; // pass, if it chooses by itself
    private readonly ValueBuffer[] _values;
    private readonly CookieStore? _cookies;
    private Chain _chain;
    private byte[] _buffer = [];
    private int _step;
    private long _pass;
    private long _number = RequestNumbers.None;
    private bool _isNumbered; // in this pass
    private ulong _pauses;

    public VirtualUser(ChainMix chains, int connection, int connections)
    {
        (_chains, _chain, _connection, _connections) = (chains, chains.Of(0), connection, connections);
        _first = chains.FirstOf(connection, connections);
        _values = [.. Enumerable.Range(0, chains.Values).Select(_ => new ValueBuffer())];
        _cookies = chains.Cookies?.Copy();
    }

    /// <summary>Gets the index of the next request, or of the one in flight, among those of the test.</summary>
    public int Request => _chain.First + _step;

    /// <summary>Gets whether that request is not the first of a pass.</summary>
    public bool IsWithinPass => _step > 0;

    /// <summary>Gets the number of requests in the present pass, or in the next one if the user chooses it.</summary>
    public int Length => _chain.Steps.Length;

    /// <summary>Gets the user's cookies; <see langword="null"/> if it keeps none in this pass.</summary>
    public CookieStore? Cookies => _chain.Cookies is null ? null : _cookies;

    /// <summary>Gets the time that the user takes before its next request.</summary>
    public TimeSpan Pause { get; private set; }

    /// <summary>Begins a stretch of load.</summary>
    /// <param name="pass">The number of its first pass.</param>
    public void Enter(long pass = 0)
    {
        (_pass, _pauses, Pause) = (pass - 1, 0, TimeSpan.Zero);
        BeginPass();
    }

    /// <summary>Lets the next pass be the one of this number among those of all users.</summary>
    public void Choose(long pass)
    {
        if (_chains.Of(pass) is var chosen && chosen != _chain)
        {
            Begin(chosen);
        }
    }

    public ReadOnlySpan<byte> ValueOf(int index, ValuePlace place) => place == ValuePlace.Target ? _values[index].Target : _values[index].Bytes;

    /// <summary>Writes the next request. Its bytes stay until the one after it.</summary>
    /// <param name="template">The request.</param>
    /// <param name="pass">The number of the pass among those of all users; <see langword="null"/> if the user counts its own.</param>
    public ReadOnlyMemory<byte> Compose(RequestTemplate template, long? pass = null)
    {
        var room = template.MaxLengthFor(this);
        if (_buffer.Length < room)
        {
            _buffer = new byte[room + (room / 8)];
        }

        if (!_isNumbered)
        {
            (_number, _isNumbered) = (template.Numbers.After(_number), true);
        }

        var place = pass ?? ((_pass * _connections) + _connection);
        var row = pass is { } shared ? _chains.RowsBefore(shared)
            : ((_chains.RowsBefore(_first + _pass) - _chains.RowsBefore(_first)) * _connections) + _connection;
        return template.Write(_buffer, new DataPosition(row, place, _connection, _number) { User = this });
    }

    /// <summary>Writes the cookies for the request whose beginning is written already. Returns the number of bytes written.</summary>
    public int WriteCookies(Span<byte> destination) => Cookies!.Write(destination, PathOf(_buffer));

    /// <summary>Takes values and cookies from a successful response. Returns why a value can't be taken; <see langword="null"/> if all were.</summary>
    /// <param name="response">The response.</param>
    /// <param name="request">The bytes of its request.</param>
    /// <param name="explains">Whether to explain a failure. If not, its text is empty.</param>
    public string? Take(in CheckedResponse response, ReadOnlySpan<byte> request, bool explains)
    {
        foreach (var take in _chain.Steps[_step].Takes)
        {
            var value = _values[take.Index];
            var fault = response.IsCut && take.Source.Part == ResponsePart.Body ? "the body is longer than 16 MiB" : take.Source.Take(response, value);
            var compression = fault is null || !explains || take.Source.Part != ResponsePart.Body ? "" : response.Compression;
            if ((fault ?? Refuse(take.Places, value, request, explains)) is { } found)
            {
                return explains ? $"no value for {{{take.Source.Name}}}: {found}{compression}" : "";
            }
        }

        if (Cookies is not null)
        {
            var head = response.Head;
            while (HeadFields.TryNext(ref head, "Set-Cookie"u8, out var set))
            {
                Cookies.Store(set, PathOf(request));
            }
        }

        return null;
    }

    /// <summary>Ends a request. The user goes on with the next one or, after the last and after one that failed, with a new pass.</summary>
    public void Ended(bool success)
    {
        var pause = _chain.Steps[_step].Pause;
        Pause = pause.IsSet ? pause.At(((ulong)_connection << 32) + _pauses++) : TimeSpan.Zero;
        if (success && _step + 1 < _chain.Steps.Length)
        {
            _step++;
        }
        else
        {
            BeginPass();
        }
    }

    private static string? Refuse(ValuePlace[] places, ValueBuffer value, ReadOnlySpan<byte> request, bool explains)
    {
        foreach (var place in places)
        {
            if (place == ValuePlace.Target)
            {
                value.FindTarget(HeadFields.TryNext(ref request, "Host"u8, out var host) ? host : default);
            }

            if (Escaping.Refuse(place, place == ValuePlace.Target ? value.Target : value.Bytes) is { } allowed)
            {
                return explains ? $"it is {Excerpt.Quoted(value.Bytes)}. Allowed: {allowed}" : allowed;
            }
        }

        return null;
    }

    // Between the first two spaces, up to the query.
    private static ReadOnlySpan<byte> PathOf(ReadOnlySpan<byte> request)
    {
        var path = request[(request.IndexOf((byte)' ') + 1)..];
        return path[..path.IndexOfAny((byte)' ', (byte)'?')];
    }

    private void BeginPass()
    {
        _step = 0;
        _pass++;
        _isNumbered = false;
        Begin(_chains.Of(_first + _pass));
    }

    private void Begin(Chain chain)
    {
        _chain = chain;
        Cookies?.BeginWith(chain.Cookies!);
    }
}
