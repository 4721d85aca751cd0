using TinyApi;

var builder = WebApplication.CreateSlimBuilder(args);
builder.Services.ConfigureHttpJsonOptions(o => o.SerializerOptions.TypeInfoResolverChain.Insert(0, TinyJson.Default));
var app = builder.Build();
app.MapGet("/hello", () => new Greeting("Hello"));
app.Run();
