namespace ThroughputKit.Tests;

public class LoadRequestTests
{
    [Fact]
    public void Every_change_keeps_what_is_expected_and_changes_no_other_request()
    {
        var plain = LoadRequest.Post("/");
        var expecting = plain.Expect(404).ExpectHeader("ETag").ExpectBody("a");
        LoadRequest[] changed =
        [
            expecting.Named("a"), expecting.WithHeader("X", "1"), expecting.WithJson(7), expecting.WithJsonText("7"), expecting.WithContent([7], "x/y"),
            expecting.WithReplacedHeaders([new("X", "1")]), expecting.WithDefaultHeaders([new("X", "1")]),
        ];

        Assert.All(changed, c => Assert.Equal([404], c.ExpectedStatuses!));
        Assert.All(changed, c => Assert.Same(expecting.Checks, c.Checks));
        Assert.Equal((2, 3), (expecting.Checks.Count, expecting.ExpectBodyLength(1).Checks.Count));
        Assert.Null(plain.ExpectedStatuses);
        Assert.Empty(plain.Checks);
    }

    [Fact]
    public void A_content_type_of_its_own_replaces_that_of_the_body_in_any_order()
    {
        var patch = LoadRequest.Patch("/").WithJsonText("{}");
        LoadRequest[] same =
        [
            patch.WithHeader("Content-Type", "a/b"), patch.WithHeader("content-type", "a/b"), LoadRequest.Patch("/").WithHeader("Content-Type", "a/b").WithJsonText("{}"),
            LoadRequest.Patch("/").WithHeader("content-TYPE", "a/b").Named("a").WithContent("{}"u8, "text/plain"), patch.WithHeader("Content-Type", "x/y").WithHeader("Content-Type", "a/b"),
        ];

        Assert.All(same, r => Assert.Equal("a/b", Assert.Single(r.Headers).Value));
        Assert.Equal("text/plain", Assert.Single(patch.WithContent("a"u8, "text/plain").Headers).Value);
    }

    [Fact]
    public void A_float_is_expected_as_it_is_written() => Assert.Equal("to be 0.1", Assert.Single(LoadRequest.Get("/").ExpectJson("/a", 0.1f).Checks).Expectation);

    [Fact]
    public void Expectations_keep_all_the_rest()
    {
        var request = LoadRequest.Post("/").Named("a").WithHeader("X", "1").WithContent([7], "x/y").Expect(404).ExpectBodyLength(0);

        Assert.Equal(("a", "POST", "/", 2, 1), (request.Name, request.Method, request.Path, request.Headers.Count, request.Body!.Value.Length));
    }

    [Fact]
    public void Later_changes_of_a_list_of_statuses_have_no_effect()
    {
        int[] statuses = [404, 410];
        var request = LoadRequest.Get("/").Expect(statuses);

        statuses[0] = 500;

        Assert.Equal([404, 410], request.ExpectedStatuses!);
    }
}
