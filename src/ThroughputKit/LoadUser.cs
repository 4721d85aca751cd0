using System.Net.ServerSentEvents;
using System.Net.WebSockets;
using ThroughputKit.Scenarios;

namespace ThroughputKit;

/// <summary>A virtual user of a scenario: see <see cref="LoadTest.Scenario"/>. It does one iteration after another until the run ends.</summary>
public sealed class LoadUser
{
    private readonly IUserSteps _steps;

    internal LoadUser(int number, Random random, HttpClient client, IUserSteps steps) => (Number, Random, Client, _steps, Data, Sockets) =
        (number, random, client, steps, new LoadRow(data: null, default, steps), new UserSockets(client, steps));

    /// <summary>Gets the number of the user, from zero.</summary>
    public int Number { get; }

    /// <summary>
    /// Gets the number of the user's present iteration, from zero. The warm-up and earlier attempts count too, so that no number comes twice in a run.
    /// </summary>
    public long Iteration { get; internal set; }

    /// <summary>
    /// Gets the user's own client: no other user shares its connections or its cookies. Its base address is the app's; it follows redirects and sends the
    /// headers of the test. Whatever the address of a request, it connects only to the app.
    /// </summary>
    public HttpClient Client { get; }

    /// <summary>
    /// Gets random numbers: other ones for each user, and the same in each run. The warm-up draws from them too. Steps side by side may share them, and then
    /// draw in any order.
    /// </summary>
    public Random Random { get; }

    /// <summary>
    /// Gets the row that the user has in its present iteration, of the data that <see cref="LoadTest.WithData"/> has given the test. Where a user begins or
    /// ends, it has computed columns, and a row if it keeps one: <see cref="LoadData.OnePerConnection"/>.
    /// </summary>
    public LoadRow Data { get; internal set; }

    /// <summary>Gets the user's WebSockets.</summary>
    internal UserSockets Sockets { get; }

    /// <summary>
    /// Does a step, which counts as one request: a success unless it throws, or one of its responses has a status that <see cref="LoadOptions.IsSuccess"/>
    /// does not accept. An upgrade, such as that of a WebSocket, is a success. It has <see cref="LoadOptions.RequestTimeout"/>, after which the iteration's
    /// token is cancelled. What it throws is thrown here again.
    /// </summary>
    /// <param name="name">
    /// The name, for figures and gates. Allowed: not blank, without line breaks and other control characters; at most 64 different ones in a test.
    /// </param>
    /// <param name="step">Does the step.</param>
    /// <param name="retries">Whether it sends requests again after responses that are no success. If so, its last response decides alone.</param>
    /// <exception cref="OperationCanceledException">The iteration has to end. The kit expects this exception from the scenario.</exception>
    public Task StepAsync(string name, Func<Task> step, bool retries = false)
    {
        ArgumentNullException.ThrowIfNull(step);
        return StepAsync(name, RunAsync, retries);

        async Task<bool> RunAsync()
        {
            await step().ConfigureAwait(false);
            return true;
        }
    }

    /// <inheritdoc cref="StepAsync(string, Func{Task}, bool)"/>
    /// <typeparam name="T">The type of the step's result.</typeparam>
    /// <returns>What the step returns.</returns>
    public Task<T> StepAsync<T>(string name, Func<Task<T>> step, bool retries = false) => _steps.RunAsync(name.NotNull(), step.NotNull(), retries);

    /// <summary>
    /// Does a step, as <see cref="StepAsync(string, Func{Task}, bool)"/> does, whose responses must also be as expected: each that comes through
    /// <see cref="Client"/>, and one or more. A body that is checked is read whole before the code has it, which counts as part of the step.
    /// </summary>
    /// <param name="step">The name of the step, and what it expects.</param>
    /// <param name="run">Does the step.</param>
    /// <param name="retries">Whether it sends requests again after responses that are not as expected. If so, its last response decides alone.</param>
    /// <exception cref="OperationCanceledException">The iteration has to end. The kit expects this exception from the scenario.</exception>
    public Task StepAsync(LoadStep step, Func<Task> run, bool retries = false)
    {
        ArgumentNullException.ThrowIfNull(run);
        return StepAsync(step, RunAsync, retries);

        async Task<bool> RunAsync()
        {
            await run().ConfigureAwait(false);
            return true;
        }
    }

    /// <inheritdoc cref="StepAsync(LoadStep, Func{Task}, bool)"/>
    /// <typeparam name="T">The type of the step's result.</typeparam>
    /// <returns>What the step returns.</returns>
    public Task<T> StepAsync<T>(LoadStep step, Func<Task<T>> run, bool retries = false) =>
        _steps.RunAsync(step.NotNull().Name, run.NotNull(), retries, step);

    /// <summary>
    /// Returns a WebSocket of the user. The first call opens it with <see cref="Client"/>, which is a step named "/chat: open" for the name "/chat". It stays
    /// open for later iterations, whose calls with the same path and name return it, unless one fails, is cut off, or leaves a message without an answer. One
    /// over which <see cref="LoadTest.OnUserBegin"/> has sent something stays open longer.
    /// </summary>
    /// <param name="path">The path, with a query if there is one.</param>
    /// <param name="name">The name of its messages, for figures and gates, with which a user can have several of one path; by default the path.</param>
    /// <param name="configure">Sets options before it is opened, such as a subprotocol; <see langword="null"/> for none.</param>
    /// <exception cref="HttpRequestException">The app answered with another status than that of a WebSocket: a failure with this status.</exception>
    /// <exception cref="WebSocketException">There was no connection, or no right answer: a failure.</exception>
    /// <exception cref="OperationCanceledException">The iteration has to end. The kit expects this exception from the scenario.</exception>
    public Task<LoadWebSocket> WebSocketAsync(string path, string? name = null, Action<ClientWebSocketOptions>? configure = null) =>
        Sockets.OpenAsync(path.NotNull(), name ?? path, configure);

    /// <summary>
    /// Reads server-sent events with <see cref="Client"/>, until the code stops enumerating or the app ends the response. Each event is a step, and so a
    /// request, whose latency counts from the wait for it. That of the first one, named "/news: first event" for the name "/news", counts from the request.
    /// Each has <see cref="LoadOptions.RequestTimeout"/> to arrive.
    /// </summary>
    /// <param name="path">The path, with a query if there is one.</param>
    /// <param name="name">The name of the events, for figures and gates; by default the path.</param>
    /// <exception cref="HttpRequestException">The app answered with a status that is no success: a failure with this status.</exception>
    /// <exception cref="IOException">The connection broke, or the response ended before its first event: a failure.</exception>
    /// <exception cref="InvalidDataException">The response isn't a stream of events: a failure.</exception>
    /// <exception cref="OperationCanceledException">The iteration has to end. The kit expects this exception from the scenario.</exception>
    public IAsyncEnumerable<SseItem<string>> EventsAsync(string path, string? name = null) =>
        new EventStream(Client, _steps, path.NotNull(), name ?? path).ReadAsync();

    /// <summary>
    /// Waits, as a person does between two steps. The wait is in no figure, and ends with the load. Within a step it counts as part of it.
    /// </summary>
    /// <param name="time">The time. Allowed: zero or more.</param>
    /// <exception cref="OperationCanceledException">The iteration has to end. The kit expects this exception from the scenario.</exception>
    public Task PauseAsync(TimeSpan time)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(time, TimeSpan.Zero);
        return _steps.PauseAsync(time);
    }
}
