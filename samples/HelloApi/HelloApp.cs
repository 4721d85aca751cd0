namespace HelloApi;

/// <summary>The app: the same work three times, as a minimal API, as controllers and as bare middleware.</summary>
public sealed class HelloApp
{
    private HelloApp()
    {
    }

    public static WebApplication Build(string[] args)
    {
        var builder = WebApplication.CreateBuilder(args);
        builder.Services.AddSingleton(TimeProvider.System);
        builder.Services.AddSingleton<HelloService>();
        builder.Services.AddControllers().AddApplicationPart(typeof(HelloApp).Assembly)
            .AddJsonOptions(o => o.JsonSerializerOptions.TypeInfoResolverChain.Insert(0, HelloJson.Default));
        builder.Services.ConfigureHttpJsonOptions(o => o.SerializerOptions.TypeInfoResolverChain.Insert(0, HelloJson.Default));

        var app = builder.Build();
        app.UseMiddleware<BareMiddleware>();
        app.MapMinimalApi();
        app.MapControllers();
        return app;
    }
}
