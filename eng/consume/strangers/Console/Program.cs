using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using ThroughputKit;

var builder = WebApplication.CreateBuilder(["--urls=http://127.0.0.1:0"]);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
await using var app = builder.Build();
app.MapGet("/hello", () => new { Message = "Hello" });
app.MapPost("/orders", (Order order) => Results.Ok(order));

var result = await LoadTest.For(app).Get("/hello").PostJson("/orders", new Order("tea", 3))
    .With(o => (o.Duration, o.Connections) = (TimeSpan.FromSeconds(1), 16)).RunAsync();
Console.WriteLine(result);
return result is { Failed: 0, Succeeded: > 0, Memory.AllocatedBytesPerRequest: > 0 } ? 0 : 1;

internal sealed record Order(string Item, int Quantity);
