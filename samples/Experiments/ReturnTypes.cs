using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using HelloApi;
using ThroughputKit;

namespace Experiments;

internal sealed class ReturnTypes : IExperiment
{
    private const string Json = "application/json; charset=utf-8";

    private static readonly Order _order = new("tea", 3);

    public string Name => "results";

    public string Question => "What does it cost to return an object, a string or a result, compared with writing the response?";

    public string Published => "in 2013, with ASP.NET Web API: writing the response was the fastest, and a string 5 to 10% slower.";

    public async Task RunAsync(Session session)
    {
        await using var app = Build();
        var test = LoadTest.For(app);
        await session.MeasureAsync(
            "The same JSON, in process",
            ("bytes written", test.Get("/bytes")),
            ("string", test.Get("/string")),
            ("text result", test.Get("/text-result")),
            ("string of JSON made for each", test.Get("/json-string")),
            ("object", test.Get("/object")),
            ("typed result", test.Get("/typed-result")),
            ("streamed", test.Get("/streamed")),
            ("source-generated", test.Get("/generated")));
    }

    private static WebApplication Build()
    {
        var builder = LocalApp.CreateBuilder();
        builder.Services.ConfigureHttpJsonOptions(o => o.SerializerOptions.TypeInfoResolverChain.Add(new DefaultJsonTypeInfoResolver()));
        var app = builder.Build();
        var text = JsonSerializer.Serialize(_order, JsonSerializerOptions.Web);
        var bytes = JsonSerializer.SerializeToUtf8Bytes(_order, JsonSerializerOptions.Web);
        app.MapGet("/bytes", (HttpContext context) =>
        {
            (context.Response.ContentType, context.Response.ContentLength) = (Json, bytes.Length);
            return context.Response.Body.WriteAsync(bytes).AsTask();
        });
        app.MapGet("/string", () => text);
        app.MapGet("/json-string", () => JsonSerializer.Serialize(_order, JsonSerializerOptions.Web));
        app.MapGet("/text-result", () => TypedResults.Text(bytes, Json));
        app.MapGet("/object", () => _order);
        app.MapGet("/typed-result", () => TypedResults.Ok(_order));
        app.MapGet("/streamed", () => TypedResults.Stream(s => JsonSerializer.SerializeAsync(s, _order, JsonSerializerOptions.Web), Json));
        app.MapGet("/generated", (HttpContext context) => context.Response.WriteAsJsonAsync(_order, HelloJson.Default.Order));
        return app;
    }
}
