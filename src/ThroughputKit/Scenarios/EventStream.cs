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

    public async IAsyncEnumerable<SseItem<string>> ReadAsync()
    {
        try
        {
            while (await MoveNextAsync().ConfigureAwait(false))
            {
                yield return _events!.Current;
            }
        }
        finally
        {
            if (_events is not null)
            {
                await _events.DisposeAsync().ConfigureAwait(false);
            }

            _response?.Dispose();
        }
    }

    private async Task<bool> MoveNextAsync()
    {
        try
        {
            return await (_events is null
                ? steps.RunAsync($"{name}: first event", OpenAsync, retries: false)
                : steps.RunAsync(name, NextAsync, retries: false, wait: new MessageWait((int)_response!.StatusCode, SentAt: null))).ConfigureAwait(false);
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
            return await _events!.MoveNextAsync().ConfigureAwait(false) ? true : throw new WaitGivenUpException();
        }
        catch (OperationCanceledException e) when (e is not WaitGivenUpException && steps.Waits.IsCancellationRequested)
        {
            throw new WaitGivenUpException();
        }
    }
}
