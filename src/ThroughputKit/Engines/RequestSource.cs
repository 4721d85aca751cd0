using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Engines;

/// <summary>
/// Decides what one connection sends next, and writes it: the next request of the test's order or, in a chain, that of the connection's virtual user.
/// </summary>
/// <param name="connection">The number of the connection.</param>
/// <param name="connections">The number of connections.</param>
/// <param name="room">The maximum length of a request with data; zero if there is none, and for a chain.</param>
internal sealed class RequestSource(int connection, int connections, int room)
{
    private readonly RequestComposer _composer = new(connection, room);

    /// <summary>Gets the virtual user; <see langword="null"/> if the test is no chain.</summary>
    public VirtualUser? User { get; private set; }

    /// <summary>Prepares for a phase. In a chain, the user begins with the first request.</summary>
    public void Enter(LoadPhase phase)
    {
        User ??= phase.Chain is { } chain ? new VirtualUser(chain, connection, connections) : null;
        User?.Enter(phase.FirstPass(connections));
    }

    /// <summary>Returns the index of the next request, which is the one with this number.</summary>
    public int IndexOf(LoadPhase phase, long number) => User?.Step ?? phase.IndexOf(number);

    /// <summary>Returns the bytes of that request. If they were written for it, they stay until the next one.</summary>
    public ReadOnlyMemory<byte> BytesOf(LoadPhase phase, EncodedRequest request, long number)
    {
        if (request.Template is not { } template)
        {
            return request.Bytes;
        }

        try
        {
            return User?.Compose(template)
                ?? _composer.Compose(template, phase.RowOf(number, connection, connections), phase.PlaceOf(number, connection, connections));
        }
        catch
        {
            // Without its data a request can't be sent, and the load would be another one: the phase ends, and so does the run.
            phase.Abort();
            throw;
        }
    }
}
