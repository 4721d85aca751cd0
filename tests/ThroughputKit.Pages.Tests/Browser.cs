using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Microsoft.Playwright;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Pages;

/// <summary>A browser, and a server that gives it the pages of results that were just measured, under a strict policy.</summary>
public sealed class Browser : IAsyncLifetime, IDisposable
{
    /// <summary>Debian's browser.</summary>
    public const string Program = "/usr/bin/chromium";

    // No script, nothing from elsewhere, no style of an element: what a strict build server allows.
    private const string Policy = "default-src 'none'; script-src 'none'; style-src-elem 'unsafe-inline'; style-src-attr 'none'";

    private TemporaryFolder? _folder;
    private WebApplication? _server;
    private IPlaywright? _playwright;
    private IBrowser? _browser;

    /// <summary>Measures what the pages show, and starts the server and the browser.</summary>
    public async Task InitializeAsync()
    {
        if (!File.Exists(Program))
        {
            return;
        }

        _folder = new TemporaryFolder();
        await MeasuredPages.WriteAsync(_folder.Path);
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        _server = builder.Build();
        _server.MapGet("/{page}", (string page, HttpResponse response) =>
        {
            response.Headers.ContentSecurityPolicy = Policy;
            return Results.File(Path.Combine(_folder.Path, Path.GetFileName(page)), "text/html; charset=utf-8");
        });
        await _server.StartAsync();

        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new()
        {
            ExecutablePath = Program,
            Args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
        });
    }

    /// <summary>Opens a page.</summary>
    /// <param name="name">Its name, one of <see cref="MeasuredPages.Names"/>.</param>
    /// <param name="width">The width of the window.</param>
    /// <param name="scheme">Whether the user prefers light or dark pages.</param>
    /// <param name="bypassPolicy">Whether tests may run scripts of theirs on the page.</param>
    internal async Task<ViewedPage> OpenAsync(string name, int width = 1_280, ColorScheme scheme = ColorScheme.Light, bool bypassPolicy = false)
    {
        var context = await _browser!.NewContextAsync(new()
        {
            ViewportSize = new() { Width = width, Height = 900 },
            ColorScheme = scheme,
            BypassCSP = bypassPolicy,
        });
        var page = await context.NewPageAsync();
        page.SetDefaultTimeout(60_000); // beside other tests
        var messages = new List<string>();
        page.Console += (_, message) => messages.Add(message.Text);
        page.PageError += (_, error) => messages.Add(error);
        page.RequestFailed += (_, request) => messages.Add($"{request.Url}: {request.Failure}");
        await page.GotoAsync($"{_server!.Urls.First()}/{name}.html");
        if (Environment.GetEnvironmentVariable("SCREENSHOTS") is { Length: > 0 } folder)
        {
            await page.ScreenshotAsync(new() { Path = Path.Combine(folder, $"{name}-{width}-{scheme}.png"), FullPage = true });
        }

        return new ViewedPage(context, page, messages);
    }

    /// <summary>Ends all of it.</summary>
    public async Task DisposeAsync()
    {
        if (_browser is not null)
        {
            await _browser.DisposeAsync();
        }

        _playwright?.Dispose();
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }

    /// <summary>Deletes the pages.</summary>
    public void Dispose() => _folder?.Dispose();
}
