using Microsoft.EntityFrameworkCore;
using Shop;
using Shop.Catalog;
using Shop.Data;
using Shop.Orders;
using Shop.SignIn;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddSingleton(TimeProvider.System);
builder.Services.AddDbContextPool<ShopDb>(o => o.UseSqlite(builder.Configuration.GetConnectionString("Shop")));
builder.Services.AddSingleton<WriteTurn>();
builder.Services.AddTokens();
builder.Services.AddValidation();
builder.Services.AddProblemDetails();
builder.Services.AddResponseCompression();
builder.Services.AddHealthChecks().AddCheck<DatabaseCheck>("database");
builder.Services.AddHostedService<Shipping>();

var app = builder.Build();
await ShopSeed.RunAsync(app.Services);
app.UseExceptionHandler();
app.UseResponseCompression();
app.UseAuthentication();
app.UseAuthorization();
app.MapHealthChecks("/health");
app.MapSignIn();
app.MapCatalog();
app.MapOrders();
await app.RunAsync();
