using System.Diagnostics;
using System.Net.ServerSentEvents;

namespace ThroughputKit.Scenarios;

/// <summary>Reads server-sent events. Each is a step that begins with the wait for it, and the first one with the request.</summary>
/// <param name="client">The user's client.</param>
/// <param name="steps">Runs the user's steps.</param>
/// <param name="path">The path.</param>
/// <param name="name">The name of the events.</param>
internal sealed class EventStream(HttpClient client, IUserSteps steps, string path, string name)
{
    private const string MediaType = "text/event-stream";

    private HttpResponseMessage? _response;
    private IAsyncEnumerator<SseItem<string>>? _events;
    private Task<bool> _next = Task.FromResult(false);
    private long _takenAt; // the event before

    public async IAsyncEnumerable<SseItem<string>> ReadAsync()
    {
        try
        {
            while (await MoveNextAsync().ConfigureAwait(false))
            {
                _takenAt = Stopwatch.GetTimestamp();
                yield return _events!.Current;
            }
        }
        finally
        {
            _response?.Dispose();
            await ((Task)_next).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); // goes on, if the iteration was over before the step
            if (_events is not null)
            {
                await _events.DisposeAsync().ConfigureAwait(false);
            }
        }
    }

    private async Task<bool> MoveNextAsync()
    {
        try
        {
            if (_events is null)
            {
                return await steps.RunAsync($"{name}: first event", OpenAsync, retries: false).ConfigureAwait(false);
            }

            // One that is there already has waited for the code, perhaps since the one before.
            _next = _events.MoveNextAsync().AsTask();
            var wait = new MessageWait((int)_response!.StatusCode, _next is { IsCompletedSuccessfully: true, Result: true } ? _takenAt : null);
            return await steps.RunAsync(name, NextAsync, retries: false, wait: wait).ConfigureAwait(false);
        }
        catch (WaitGivenUpException) when (!steps.Waits.IsCancellationRequested)
        {
            return false; // the app has ended the stream
        }
    }

    private async Task<bool> OpenAsync()
    {
        var token = steps.Waits;
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { Accept = { new(MediaType) } } };
            _response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, token).ConfigureAwait(false);
            if (_response.EnsureSuccessStatusCode().Content.Headers.ContentType?.MediaType is var type && type != MediaType)
            {
                throw new InvalidDataException($"The response has the content type '{type}', and not {MediaType}.");
            }

            var body = await _response.Content.ReadAsStreamAsync(token).ConfigureAwait(false);
            _events = SseParser.Create(body).EnumerateAsync(token).GetAsyncEnumerator(token);
            return await _events.MoveNextAsync().ConfigureAwait(false) ? true : throw new IOException("The stream of events ended without any.");
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            throw new WaitGivenUpException();
        }
    }

    private async Task<bool> NextAsync()
    {
        try
        {
            return await _next.ConfigureAwait(false) ? true : throw new WaitGivenUpException();
        }
        catch (OperationCanceledException e) when (e is not WaitGivenUpException && steps.Waits.IsCancellationRequested)
        {
            throw new WaitGivenUpException();
        }
    }
}
