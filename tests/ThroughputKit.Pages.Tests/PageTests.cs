using Deque.AxeCore.Commons;
using Deque.AxeCore.Playwright;
using Microsoft.Playwright;

namespace ThroughputKit.Tests.Pages;

/// <summary>A person can read each page: on a phone or a desktop, light or dark, with the keyboard, with a screen reader, under a strict policy.</summary>
[Trait("Category", "Slow")]
public sealed class PageTests(Browser browser) : IClassFixture<Browser>
{
    private const int Phone = 360;

    public static TheoryData<string> Names { get; } = [.. MeasuredPages.Names];

    [BrowserTheory]
    [MemberData(nameof(Names))]
    public async Task Page_fits_every_window_and_breaks_no_policy(string name)
    {
        foreach (var width in new[] { Phone, 1_280 })
        {
            foreach (var scheme in new[] { ColorScheme.Light, ColorScheme.Dark })
            {
                await using var viewed = await browser.OpenAsync(name, width, scheme);

                Assert.Empty(viewed.Messages);
                Assert.InRange(await viewed.Page.EvaluateAsync<int>("document.documentElement.scrollWidth"), 1, width);
                Assert.NotEmpty(await viewed.Page.Locator("h1").InnerTextAsync());
            }
        }
    }

    [BrowserTheory]
    [MemberData(nameof(Names))]
    public async Task Charts_have_marks_and_say_what_they_show(string name)
    {
        await using var viewed = await browser.OpenAsync(name);

        var charts = await viewed.Page.Locator("svg[role=img]").AllAsync();
        Assert.NotEmpty(charts);
        foreach (var chart in charts)
        {
            Assert.NotEmpty(await chart.Locator("> title").TextContentAsync() ?? "");
            Assert.NotEmpty(await chart.Locator("> desc").TextContentAsync() ?? "");
            Assert.True(
                await chart.EvaluateAsync<bool>("svg => [...svg.querySelectorAll('path, polyline, polygon, rect, circle, line')].filter(m => m.getTotalLength() > 0).length > 2"),
                $"A chart of the page '{name}' has no marks.");
        }
    }

    [BrowserTheory]
    [MemberData(nameof(Names))]
    public async Task Page_has_no_serious_barrier(string name)
    {
        foreach (var scheme in new[] { ColorScheme.Light, ColorScheme.Dark })
        {
            await using var viewed = await browser.OpenAsync(name, scheme: scheme, bypassPolicy: true);

            var result = await viewed.Page.RunAxe();

            Assert.NotEmpty(result.Passes);
            Assert.Empty(result.Violations.Where(v => v.Impact is "serious" or "critical").Select(Describe));
        }
    }

    [BrowserTheory]
    [InlineData("passed")]
    [InlineData("experiment")]
    public async Task Values_of_a_chart_are_opened_with_the_keyboard(string name)
    {
        await using var viewed = await browser.OpenAsync(name);
        var values = viewed.Page.Locator("details:has(table)").First;
        Assert.False(await values.Locator("table").IsVisibleAsync());

        await values.Locator("> summary").FocusAsync();
        await viewed.Page.Keyboard.PressAsync("Enter");

        Assert.True(await values.Locator("table").IsVisibleAsync());
    }

    private static string Describe(AxeResultItem violation) =>
        $"{violation.Id}: {violation.Help}: {string.Join("; ", violation.Nodes.Take(3).Select(n => n.Html))}";
}
