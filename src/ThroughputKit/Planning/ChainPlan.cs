namespace ThroughputKit.Planning;

/// <summary>One of the chains of a test, as it was given.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Requests">Its requests, in order.</param>
/// <param name="Weight">Its weight.</param>
/// <param name="KeepsCookies">Whether a user sends the cookies that it was given in the pass.</param>
internal sealed record ChainPlan(string Name, IReadOnlyList<LoadRequest> Requests, int Weight, bool KeepsCookies);
