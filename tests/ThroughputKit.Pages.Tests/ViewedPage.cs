using Microsoft.Playwright;

namespace ThroughputKit.Tests.Pages;

/// <summary>A page that a browser shows.</summary>
/// <param name="context">The window, which is closed at the end.</param>
/// <param name="page">The page.</param>
/// <param name="messages">What the browser has complained of.</param>
internal sealed class ViewedPage(IBrowserContext context, IPage page, IReadOnlyList<string> messages) : IAsyncDisposable
{
    public IPage Page => page;

    public IReadOnlyList<string> Messages => messages;

    public ValueTask DisposeAsync() => context.DisposeAsync();
}
