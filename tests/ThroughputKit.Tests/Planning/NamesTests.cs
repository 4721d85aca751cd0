using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Planning;

public class NamesTests
{
    [Fact]
    public async Task A_requests_name_is_used_in_figures_examples_and_text()
    {
        var result = await LoadTest.For<App>().Send(LoadRequest.Get("/text").Named("list")).Send(LoadRequest.Get("/status/409").WithHeader("X", "1").Named("order")).Sending(10).RunAsync();

        Assert.Equal("list, order", result.Name);
        Assert.Equal(["list", "order"], result.Endpoints.Select(e => e.Name));
        Assert.All(result.Failures.Examples, e => Assert.Equal("order", e.Request));
        Assert.StartsWith("list, order: 4 connections", result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_tests_name_does_not_apply_to_its_requests()
    {
        var result = await LoadTest.For<App>().Get("/text").Named("the shop").Sending(10).RunAsync();

        Assert.Equal(("the shop", "GET /text"), (result.Name, Assert.Single(result.Endpoints).Name));
        Assert.StartsWith("the shop: 4 connections", result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Every_change_of_a_request_keeps_its_name() => Assert.Equal(
        "order", LoadRequest.Post("/orders").Named("order").WithHeader("X", "1").WithJson(new { Id = 1 }).WithContent([1], "text/plain").Name);

    [Theory]
    [InlineData(" ")]
    [InlineData("two\nlines")]
    public async Task A_name_that_would_break_a_table_is_an_error(string name)
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.For<App>().Send(LoadRequest.Get("/text").Named(name)).Named(name).RunAsync());

        Assert.Equal(2, exception.Problems.Count);
        Assert.All(exception.Problems, p => Assert.Contains("Expected: a name that is not blank and has no line breaks or other control characters.", p, StringComparison.Ordinal));
    }
}
