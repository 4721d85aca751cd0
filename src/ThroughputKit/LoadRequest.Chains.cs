using ThroughputKit.Requests.Chains;

namespace ThroughputKit;

/// <content>What a virtual user of a chain does after the request: see <see cref="LoadTest.AsChain"/>.</content>
public sealed partial class LoadRequest
{
    /// <summary>Gets what is taken from responses.</summary>
    internal IReadOnlyList<ValueSource> Takes { get; private init; } = [];

    /// <summary>Gets the pause after the response.</summary>
    internal ThinkTime Pause { get; private init; }

    /// <summary>
    /// Returns the same request, whose successful responses give the chain's later requests a value from their JSON: <c>{name}</c> stands for it in a path, a
    /// header value or a body, escaped for its place. A response without it, or with one that may not stand there, fails a check.
    /// </summary>
    /// <param name="name">The name of the value: letters, digits, '_' and '-'.</param>
    /// <param name="jsonPointer">The place of a text, a number, true or false, as a JSON pointer (RFC 6901), such as <c>/token</c>.</param>
    public LoadRequest TakeJson(string name, string jsonPointer) => Taking(new JsonSource(name.NotNull(), jsonPointer.NotNull()));

    /// <summary>Returns the same request, whose responses give later requests the value of a header. See <see cref="TakeJson"/>.</summary>
    /// <param name="name">The name of the value: letters, digits, '_' and '-'.</param>
    /// <param name="header">The name of the header. If there are several, the first counts.</param>
    public LoadRequest TakeHeader(string name, string header) => Taking(new HeaderSource(name.NotNull(), header.NotNull()));

    /// <summary>Returns the same request, whose responses give later requests the value of a cookie that they set. See <see cref="TakeJson"/>.</summary>
    /// <param name="name">The name of the value: letters, digits, '_' and '-'.</param>
    /// <param name="cookie">The name of the cookie.</param>
    public LoadRequest TakeCookie(string name, string cookie) => Taking(new CookieSource(name.NotNull(), cookie.NotNull()));

    /// <summary>
    /// Returns the same request, whose responses give later requests the first match of a regular expression in their body. See <see cref="TakeJson"/>.
    /// </summary>
    /// <param name="name">The name of the value: letters, digits, '_' and '-'.</param>
    /// <param name="pattern">
    /// The expression, without capturing groups: the whole match is the value. Lookbehind and lookahead leave out what stands around it, as in
    /// <c>(?&lt;=value=")[^"]+</c>.
    /// </param>
    public LoadRequest TakeMatch(string name, string pattern) => Taking(new MatchSource(name.NotNull(), pattern.NotNull()));

    /// <summary>Returns the same request, after whose response the virtual user of a chain waits before its next request.</summary>
    /// <param name="pause">The time. Allowed: zero to 1 hour.</param>
    public LoadRequest WithPause(TimeSpan pause) => WithPause(pause, pause);

    /// <summary>
    /// Returns the same request, after whose response the virtual user of a chain waits for a random time before its next request. Each run has the same times.
    /// </summary>
    /// <param name="least">The shortest time. Allowed: zero or more.</param>
    /// <param name="most">The longest time. Allowed: the shortest or more, at most 1 hour.</param>
    public LoadRequest WithPause(TimeSpan least, TimeSpan most) =>
        new(this) { Pause = new ThinkTime(least, most), Set = [.. Set, nameof(WithPause)] };

    private LoadRequest Taking(ValueSource source) => new(this) { Takes = [.. Takes, source] };
}
