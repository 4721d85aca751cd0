using System.Net;
using System.Security.Claims;
using System.Text.Encodings.Web;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Antiforgery;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.HttpsPolicy;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using TestApp;
using ThroughputKit.Tests.Support;
using Http = Microsoft.AspNetCore.Http.Results;

namespace ThroughputKit.Tests.Findings;

/// <summary>The remedies of findings on statuses: each has the finding without it, and none with it.</summary>
public class StatusRemediesTests
{
    private const string Json = """{"item":"tea","quantity":3}""";

    private static readonly Dictionary<string, Case> _cases = new(StringComparer.Ordinal)
    {
        ["redirection: load the target"] = new("Redirection")
        {
            Map = (app, _) =>
            {
                app.MapGet("/", () => Http.Redirect("/target"));
                app.MapGet("/target", () => "hello");
            },
            Load = (test, isRemedied) => test.Get(isRemedied ? "/target" : "/"),
        },
        ["login page: sign in with Prepare"] = new("Redirection")
        {
            Build = (builder, _) => builder.Services.AddAuthorization().AddAuthentication("cookie").AddCookie("cookie"),
            Map = (app, _) =>
            {
                app.MapGet("/", () => "hello").RequireAuthorization();
                app.MapGet("/sign-in", (HttpContext context) => context.SignInAsync("cookie", new ClaimsPrincipal(new ClaimsIdentity("cookie"))));
            },
            Load = (test, isRemedied) => isRemedied ? test.Get("/").Prepare((client, token) => client.GetAsync(Path("/sign-in"), token)) : test.Get("/"),
        },
        ["304: leave the header out"] = new("NotModified")
        {
            Map = (app, _) => app.MapGet("/", UnlessCached),
            Load = (test, isRemedied) => test.Send(isRemedied ? LoadRequest.Get("/") : Cached()),
        },
        ["304: accept it"] = new("NotModified")
        {
            Map = (app, _) => app.MapGet("/", UnlessCached),
            Load = (test, isRemedied) => test.Send(isRemedied ? Cached().Expect(200, 304) : Cached()),
        },
        ["HTTP/2 only: Protocols in code"] = new("HttpVersion")
        {
            Build = (builder, isRemedied) => builder.WebHost.ConfigureKestrel(
                k => k.ConfigureEndpointDefaults(e => e.Protocols = isRemedied ? HttpProtocols.Http1AndHttp2 : HttpProtocols.Http2)),
        },
        ["HTTP/2 only: Kestrel:EndpointDefaults:Protocols"] = new("HttpVersion")
        {
            Build = (builder, isRemedied) => builder.Configuration["Kestrel:EndpointDefaults:Protocols"] = isRemedied ? "Http1AndHttp2" : "Http2",
        },
        ["host name: an allowed one"] = new("BadRequest")
        {
            Build = (builder, _) => builder.Configuration["AllowedHosts"] = "shop.example",
            Load = (test, isRemedied) => test.Send(isRemedied ? LoadRequest.Get("/").WithHeader("Host", "shop.example") : LoadRequest.Get("/")),
        },
        ["host name: AllowedHosts"] = new("BadRequest")
        {
            Build = (builder, isRemedied) => builder.Configuration["AllowedHosts"] = isRemedied ? "*" : "shop.example",
        },
        ["antiforgery: a token from Prepare"] = new("BadRequest")
        {
            Build = (builder, _) => builder.Services.AddAntiforgery(),
            Map = (app, _) => MapForm(app),
            Load = (test, isRemedied) => isRemedied
                ? test.Send(Form()).Prepare(async (client, token) => new Dictionary<string, string> { ["RequestVerificationToken"] = await client.GetStringAsync(Path("/token"), token) })
                : test.Send(Form()),
        },
        ["antiforgery: DisableAntiforgery"] = new("BadRequest")
        {
            Build = (builder, _) => builder.Services.AddAntiforgery(),
            Map = (app, isRemedied) =>
            {
                var form = MapForm(app);
                if (isRemedied)
                {
                    form.DisableAntiforgery();
                }
            },
            Load = (test, _) => test.Send(Form()),
        },
        ["400: text that is already JSON"] = new("BadRequest")
        {
            Map = (app, _) => app.MapPost("/", (Order order) => order.Item),
            Load = (test, isRemedied) => isRemedied ? test.PostJsonText("/", Json) : test.PostJson("/", Json),
        },
        ["401: a header from Prepare"] = new("Authorization")
        {
            Map = (app, _) => app.MapGet("/", (HttpContext context) => context.Request.Headers.Authorization == "Bearer secret" ? Http.Text("hello") : Http.Unauthorized()),
            Load = (test, isRemedied) => isRemedied
                ? test.Get("/").Prepare((_, _) => Task.FromResult(new Dictionary<string, string> { ["Authorization"] = "Bearer secret" }))
                : test.Get("/"),
        },
        ["401: replace authentication"] = new("Authorization")
        {
            Build = (builder, isRemedied) => AddUsers(builder, isRemedied ? Users.Somebody : "nobody"),
            Map = (app, _) => app.MapGet("/", () => "hello").RequireAuthorization(),
        },
        ["403: replace authorization"] = new("Authorization")
        {
            Build = (builder, isRemedied) =>
            {
                AddUsers(builder, Users.Somebody);
                builder.Services.Configure<AuthorizationOptions>(o => o.AddPolicy("closed", p => p.RequireAssertion(_ => false)));
                if (isRemedied)
                {
                    builder.Services.AddSingleton<IAuthorizationEvaluator, Open>();
                }
            },
            Map = (app, _) => app.MapGet("/", () => "hello").RequireAuthorization("closed"),
        },
        ["404: Prepare seeds"] = new("NotFound")
        {
            Map = (app, _) =>
            {
                var isThere = false;
                app.MapPut("/", () => isThere = true);
                app.MapGet("/", () => isThere ? Http.Text("hello") : Http.NotFound());
            },
            Load = (test, isRemedied) => isRemedied ? test.Get("/").Prepare((client, token) => client.PutAsync(Path("/"), content: null, token)) : test.Get("/"),
        },
        ["405: another method"] = new("MethodNotAllowed")
        {
            Map = (app, _) => app.MapPost("/", () => "hello"),
            Load = (test, isRemedied) => isRemedied ? test.Post("/") : test.Get("/"),
        },
        ["413: MaxRequestBodySize"] = new("RequestTooLarge")
        {
            Build = (builder, isRemedied) => Limit(builder, limits => limits.MaxRequestBodySize = isRemedied ? 1_000 : 10),
            Map = (app, _) => app.MapPost("/", (Order order) => order.Item),
            Load = (test, _) => test.PostJsonText("/", Json),
        },
        ["414: MaxRequestLineSize"] = new("RequestTooLarge")
        {
            Build = (builder, isRemedied) => Limit(builder, limits => limits.MaxRequestLineSize = isRemedied ? 1_000 : 100),
            Load = (test, _) => test.Get($"/?{new string('x', 200)}"),
        },
        ["431: MaxRequestHeaderCount"] = new("RequestTooLarge")
        {
            Build = (builder, isRemedied) => Limit(builder, limits => limits.MaxRequestHeaderCount = isRemedied ? 10 : 1),
            Load = (test, _) => test.Send(LoadRequest.Get("/").WithHeader("X-One", "1").WithHeader("X-Two", "2")),
        },
        ["431: MaxRequestHeadersTotalSize"] = new("RequestTooLarge")
        {
            Build = (builder, isRemedied) => Limit(builder, limits => limits.MaxRequestHeadersTotalSize = isRemedied ? 1_000 : 100),
            Load = (test, _) => test.Send(LoadRequest.Get("/").WithHeader("X-One", new string('1', 200))),
        },
        ["429: a higher limit"] = new("RateLimiting")
        {
            Build = (builder, isRemedied) => LimitRate(builder, StatusCodes.Status429TooManyRequests, isRemedied ? 1_000 : 1),
            Map = MapLimited,
            Load = (test, _) => test.Get("/").Prepare((client, token) => client.GetAsync(Path("/"), token)), // takes what is allowed
        },
        ["503: a higher limit"] = new("RateLimiting")
        {
            Build = (builder, isRemedied) => LimitRate(builder, StatusCodes.Status503ServiceUnavailable, isRemedied ? 1_000 : 10),
            Map = MapLimited,
        },
        ["503: no limiter"] = new("RateLimiting")
        {
            Build = (builder, _) => LimitRate(builder, StatusCodes.Status503ServiceUnavailable, 10),
            Map = (app, isRemedied) =>
            {
                if (!isRemedied)
                {
                    app.UseRateLimiter();
                }

                app.MapGet("/", () => "hello");
            },
        },
    };

    public static TheoryData<string> Remedies => [.. _cases.Keys];

    [Theory]
    [MemberData(nameof(Remedies))]
    public async Task Works(string remedy)
    {
        var (with, without) = (await RunAsync(_cases[remedy], isRemedied: true), await RunAsync(_cases[remedy], isRemedied: false));

        Assert.Contains(_cases[remedy].Finding, without.FindingsOfApp().Select(f => f.Name));
        Assert.Equal((20, ""), (with.Succeeded, string.Join(" ", with.FindingsOfApp())));
    }

    [Theory]
    [InlineData("redirects to https", "443")]
    [InlineData("redirects to its own https", null)]
    [InlineData("redirects to its own https", "443")]
    public async Task The_redirection_to_https_can_be_switched_off(string mode, string? port)
    {
        await CheckRedirectionAsync(switchOff => RunAsync(LoadTest.For<App>(app =>
        {
            app.Configuration["Mode"] = mode;
            app.Configuration["https_port"] = switchOff ? "-1" : port;
        })));
        await CheckRedirectionAsync(switchOff => RunAsync(LoadTest.ForPublished(Built.TestApp, app =>
        {
            app.Configuration["Mode"] = mode;
            app.EnvironmentVariables["ASPNETCORE_HTTPS_PORT"] = port;
            if (switchOff)
            {
                app.Configuration["https_port"] = "-1";
            }
        })));
    }

    [Fact]
    public Task A_port_for_https_that_is_set_in_code_can_be_replaced() => CheckRedirectionAsync(switchOff => RunAsync(LoadTest.For<App>(app =>
    {
        app.Configuration["Mode"] = "redirects to https";
        app.ConfigureServices = services =>
        {
            services.AddHttpsRedirection(o => o.HttpsPort = 443);
            if (switchOff)
            {
                services.PostConfigure<HttpsRedirectionOptions>(o => o.HttpsPort = -1);
            }
        };
    })));

    [Fact]
    public async Task The_https_address_of_an_app_can_be_loaded()
    {
        using var certificate = Certificate.ForLocalhost();
        var builder = WebApplication.CreateBuilder();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0);
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(certificate));
        });
        await using var app = builder.Build();
        app.UseHttpsRedirection();
        app.MapGet("/text", () => "hello");
        await app.StartAsync();

        Assert.Equal("HttpsRedirection", Assert.Single((await RunAsync(LoadTest.For(app))).FindingsOfApp()).Name);
        Assert.Equal(20, (await RunAsync(LoadTest.Against(app.Urls.Single(u => u.StartsWith("https:", StringComparison.Ordinal))))).Succeeded);
    }

    private static async Task CheckRedirectionAsync(Func<bool, Task<LoadResult>> runAsync)
    {
        Assert.Equal("HttpsRedirection", Assert.Single((await runAsync(false)).FindingsOfApp()).Name);
        var with = await runAsync(true);
        Assert.Equal((20, ""), (with.Succeeded, string.Join(" ", with.FindingsOfApp())));
    }

    private static Task<LoadResult> RunAsync(LoadTest test) => test.Get("/text").Sending(20).RunAsync();

    private static async Task<LoadResult> RunAsync(Case tried, bool isRemedied)
    {
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = "Production" });
        builder.Logging.ClearProviders();
        tried.Build(builder, isRemedied);
        await using var app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        tried.Map(app, isRemedied);
        return await tried.Load(LoadTest.For(app), isRemedied).Sending(20).RunAsync();
    }

    private static Uri Path(string path) => new(path, UriKind.Relative);

    private static IResult UnlessCached(HttpContext context) =>
        context.Request.Headers.IfNoneMatch.Count > 0 ? Http.StatusCode(StatusCodes.Status304NotModified) : Http.Text("hello");

    private static LoadRequest Cached() => LoadRequest.Get("/").WithHeader("If-None-Match", "\"1\"");

    private static LoadRequest Form() => LoadRequest.Post("/").WithContent("item=tea"u8, "application/x-www-form-urlencoded");

    private static RouteHandlerBuilder MapForm(WebApplication app)
    {
        app.UseAntiforgery();
        app.MapGet("/token", (IAntiforgery antiforgery, HttpContext context) => antiforgery.GetAndStoreTokens(context).RequestToken);
        return app.MapPost("/", ([FromForm] string item) => item);
    }

    private static void MapLimited(WebApplication app, bool isRemedied)
    {
        app.UseRateLimiter();
        app.MapGet("/", () => "hello");
    }

    private static void Limit(WebApplicationBuilder builder, Action<KestrelServerLimits> configure) => builder.WebHost.ConfigureKestrel(k => configure(k.Limits));

    private static void LimitRate(WebApplicationBuilder builder, int status, int permits) => builder.Services.AddRateLimiter(o =>
    {
        o.RejectionStatusCode = status;
        o.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, string>(
            _ => RateLimitPartition.GetFixedWindowLimiter("all", _ => new FixedWindowRateLimiterOptions { PermitLimit = permits, Window = TimeSpan.FromHours(1) }));
    });

    private static void AddUsers(WebApplicationBuilder builder, string scheme)
    {
        builder.Services.AddAuthorization();
        builder.Services.AddAuthentication(scheme).AddScheme<AuthenticationSchemeOptions, Users>(scheme, _ => { });
    }

    private sealed record Order(string Item, int Quantity);

    private sealed record Case(string Finding)
    {
        public Action<WebApplicationBuilder, bool> Build { get; init; } = (_, _) => { };

        public Action<WebApplication, bool> Map { get; init; } = (app, _) => app.MapGet("/", () => "hello");

        public Func<LoadTest, bool, LoadTest> Load { get; init; } = (test, _) => test.Get("/");
    }

    private sealed class Users(IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory logger, UrlEncoder encoder)
        : AuthenticationHandler<AuthenticationSchemeOptions>(options, logger, encoder)
    {
        public const string Somebody = "somebody";

        protected override Task<AuthenticateResult> HandleAuthenticateAsync() => Task.FromResult(Scheme.Name == Somebody
            ? AuthenticateResult.Success(new AuthenticationTicket(new ClaimsPrincipal(new ClaimsIdentity(Somebody)), Somebody))
            : AuthenticateResult.NoResult());
    }

    private sealed class Open : IAuthorizationEvaluator
    {
        public AuthorizationResult Evaluate(AuthorizationHandlerContext context) => AuthorizationResult.Success();
    }
}
