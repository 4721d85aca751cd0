using ThroughputKit.Recording;
using ThroughputKit.Reports;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reports;

/// <summary>What stands below the title of a report.</summary>
public class LoadTextTests
{
    private static readonly LoadResult _run = MadeUp.Result(new LatencyHistogram());

    [Fact]
    public void A_request_is_named_by_method_and_path_even_if_it_has_another_name() =>
        Assert.Equal("GET /orders: 64 connections", LoadText.Of(Sending(LoadRequest.Get("/orders").Named("Orders"))));

    [Fact]
    public void Of_a_mix_the_number_is_told() =>
        Assert.Equal("Mix of 2 requests: 64 connections", LoadText.Of(Sending(LoadRequest.Get("/a"), LoadRequest.Get("/b"))));

    [Fact]
    public void Of_a_chain_the_number_and_the_users_are_told() => Assert.Equal(
        "Chain of 2 requests: 64 users",
        LoadText.Of(Sending(LoadRequest.Get("/a"), LoadRequest.Get("/b")) with { IsChain = true }));

    [Fact]
    public void Of_a_scenario_the_name_is_told() =>
        Assert.Equal("Scenario Checkout: 64 users", LoadText.Of(_run with { Name = "Checkout", Iterations = 5 }));

    [Fact]
    public void Of_several_scenarios_all_names_are_told() => Assert.Equal(
        "Scenarios browse, buy: 64 users",
        LoadText.Of(_run with { Name = "Checkout", Iterations = 5, Scenarios = [MadeUp.Scenario("browse", 4), MadeUp.Scenario("buy", 1)] }));

    [Fact]
    public void A_set_rate_is_told() => Assert.Equal(
        "GET /hello: 14,000 requests planned per second, 64 connections",
        LoadText.Of(_run with { Pacing = new PacingFigures { Planned = 70_000, Unsent = 0, Late = 0, Lateness = new LatencyFigures(new LatencyHistogram()) } }));

    [Fact]
    public void Sides_with_one_load_have_one_line()
    {
        var comparison = ReportSamples.Comparison();
        var other = comparison with { Candidate = comparison.Candidate with { Connections = 8 } };

        Assert.Equal(["GET /hello: 64 connections"], ComparisonReport.Of(comparison).Loads);
        Assert.Equal(["Reference: GET /hello: 64 connections", "Candidate: GET /hello: 8 connections"], ComparisonReport.Of(other).Loads);
    }

    [Fact]
    public void A_page_says_when_and_where_it_was_written()
    {
        var page = HtmlReport.Write(RunReport.Of(_run).WrittenAt(new DateTimeOffset(2026, 11, 28, 4, 5, 6, TimeSpan.FromHours(2)), "build-7"));

        Assert.Contains("<p class=\"dim\">Written 2026-11-28 02:05:06 UTC on build-7 by ThroughputKit ", page, StringComparison.Ordinal);
    }

    [Fact]
    public void A_warm_up_that_was_not_requested_is_none()
    {
        var settings = Facts.Settings(_run with { WarmUp = new WarmUpFigures { Duration = TimeSpan.Zero, IsSteady = true, Reason = "no warm-up was requested" } });

        Assert.Contains("Warm-up: none", settings);
    }

    private static LoadResult Sending(params LoadRequest[] requests) =>
        _run with { Settings = new RunSettings(requests, Rate: null, AppPlace.TestProcess, WarmsUp: true) };
}
