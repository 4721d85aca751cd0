using ThroughputKit.Requests.Chains;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Traffic;

/// <summary>
/// Chooses what one sender sends next, and writes it: the next request of the test's order or, in a chain, that of the sender's virtual user.
/// </summary>
/// <param name="sender">The number of the sender.</param>
/// <param name="senders">The number of senders.</param>
/// <param name="room">The maximum length of a request with data; zero if there is none, and for a chain.</param>
internal sealed class RequestSource(int sender, int senders, int room)
{
    private readonly RequestComposer _composer = new(sender, room);
    private Schedule? _schedule;

    /// <summary>Gets the virtual user; <see langword="null"/> if the test is no chain.</summary>
    public VirtualUser? User { get; private set; }

    /// <summary>Gets whether the next request, or the one in flight, is not the first of a pass.</summary>
    public bool IsWithinPass => User is { Step: > 0 };

    /// <summary>Prepares for a phase. In a chain, the user begins with the first request.</summary>
    public void Enter(Schedule schedule)
    {
        _schedule = schedule;
        User ??= schedule.Chain is { } chain ? new VirtualUser(chain, sender, senders) : null;
        User?.Enter(schedule.FirstPass(senders));
    }

    /// <summary>Returns the index of the next request, which is the one with this number.</summary>
    public int IndexOf(long number) => User?.Step ?? _schedule!.IndexOf(number);

    /// <summary>Writes that request. Its bytes stay until the next one.</summary>
    public ReadOnlyMemory<byte> Write(RequestTemplate template, long number) => User?.Compose(template, _schedule!.PassOf(number))
        ?? _composer.Compose(template, _schedule!.RowOf(number, sender, senders), _schedule.PlaceOf(number, sender, senders));
}
