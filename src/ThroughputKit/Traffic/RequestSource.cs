using ThroughputKit.Requests.Chains;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Traffic;

/// <summary>
/// Chooses what one sender sends next, and writes it: the next request of the test's order or, of chains, that of the sender's virtual user.
/// </summary>
/// <param name="sender">The number of the sender.</param>
/// <param name="senders">The number of senders.</param>
/// <param name="room">The maximum length of a request with data; zero if there is none, and for a chain.</param>
internal sealed class RequestSource(int sender, int senders, int room)
{
    private readonly RequestComposer _composer = new(sender, room);
    private Schedule? _schedule;

    /// <summary>Gets the virtual user; <see langword="null"/> if the test has no chain.</summary>
    public VirtualUser? User { get; private set; }

    /// <summary>Gets whether the next request, or the one in flight, is not the first of a pass.</summary>
    public bool IsWithinPass => User is { IsWithinPass: true };

    /// <summary>Gets the number of requests that are sent together: those of a pass.</summary>
    public int Together => User?.Length ?? 1;

    /// <summary>Prepares for a phase. In a chain, the user begins with the first request.</summary>
    public void Enter(Schedule schedule)
    {
        _schedule = schedule;
        User ??= schedule.Chains is { } chains ? new VirtualUser(chains, sender, senders) : null;
        User?.Enter(schedule.FirstPass(senders));
    }

    /// <summary>Chooses the next request, which is the one with this number, and returns its index.</summary>
    public int Choose(long number)
    {
        if (User is null)
        {
            return _schedule!.IndexOf(number);
        }

        if (!IsWithinPass && _schedule!.PassOf(number) is { } pass)
        {
            User.Choose(pass);
        }

        return User.Request;
    }

    /// <summary>Writes that request. Its bytes stay until the next one.</summary>
    public ReadOnlyMemory<byte> Write(RequestTemplate template, long number) => User?.Compose(template, _schedule!.PassOf(number))
        ?? _composer.Compose(template, _schedule!.RowOf(number, sender, senders), _schedule.PlaceOf(number, sender, senders));
}
