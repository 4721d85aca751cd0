using System.Text.Json;

namespace HelloApi;

/// <summary>The same endpoints below /bare, before routing, with nothing of the framework but the server.</summary>
internal sealed class BareMiddleware(RequestDelegate next, HelloService hello)
{
    public Task InvokeAsync(HttpContext context) => (context.Request.Method, context.Request.Path.Value) switch
    {
        ("GET", "/bare/hello") => WriteJsonAsync(context, hello.Greet(), HelloJson.Default.Greeting),
        ("POST", "/bare/orders") => PlaceAsync(context),
        ("GET", "/bare/date") => WriteTextAsync(context, hello.Date()),
        _ => next(context),
    };

    private async Task PlaceAsync(HttpContext context)
    {
        var order = await JsonSerializer.DeserializeAsync(context.Request.Body, HelloJson.Default.Order, context.RequestAborted);
        if (order is null)
        {
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
            return;
        }

        await WriteJsonAsync(context, hello.Place(order), HelloJson.Default.Receipt);
    }

    private static Task WriteJsonAsync<T>(
        HttpContext context, T value, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> typeInfo)
    {
        context.Response.ContentType = "application/json; charset=utf-8";
        return JsonSerializer.SerializeAsync(context.Response.Body, value, typeInfo, context.RequestAborted);
    }

    private static Task WriteTextAsync(HttpContext context, string text)
    {
        context.Response.ContentType = "text/plain; charset=utf-8";
        return context.Response.WriteAsync(text, context.RequestAborted);
    }
}
