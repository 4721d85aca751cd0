namespace HelloApi;

internal static class MinimalApi
{
    public static void MapMinimalApi(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/hello", (HelloService hello) => hello.Greet());
        routes.MapPost("/orders", (Order order, HelloService hello) => hello.Place(order));
        routes.MapGet("/date", (HelloService hello) => hello.Date());
    }
}
