using System.Collections.Concurrent;

namespace ThroughputKit.Scenarios;

/// <summary>The pasts of a test's virtual users.</summary>
internal sealed class UserPasts
{
    private readonly ConcurrentDictionary<int, UserPast> _users = new();

    public UserPast Of(int number) => _users.GetOrAdd(number, static n => new UserPast(n));
}
