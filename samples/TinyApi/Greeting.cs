namespace TinyApi;

internal sealed record Greeting(string Message);
