using ThroughputKit.Scenarios;

namespace ThroughputKit;

/// <summary>A virtual user of a scenario: see <see cref="LoadTest.Scenario"/>. It does one iteration after another until the run ends.</summary>
public sealed class LoadUser
{
    private readonly IUserSteps _steps;

    internal LoadUser(int number, Random random, HttpClient client, IUserSteps steps) =>
        (Number, Random, Client, _steps, Data) = (number, random, client, steps, new LoadRow(data: null, default, steps));

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
