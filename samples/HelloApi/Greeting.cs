namespace HelloApi;

public sealed record Greeting(string Message, DateTimeOffset At);
