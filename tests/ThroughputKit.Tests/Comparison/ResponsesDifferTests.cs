using System.Text;
using ThroughputKit.Comparison;
using ThroughputKit.Findings;
using ThroughputKit.Recording;
using ThroughputKit.Responses;
using ThroughputKit.Tests.Slices;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Sides that answer the same requests differently.</summary>
public class ResponsesDifferTests
{
    private const string Project = "{\"id\":1,\"name\":\"Roof\",\"items\":[1,2,3]}";

    [Theory]
    [InlineData(Project, "{\"error\":\"No.\"}", true)]
    [InlineData("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]", "[]", true)] // more than twice as long
    [InlineData(Project, Project, false)]
    [InlineData(Project, "{\"id\":7,\"name\":\"Roof\",\"items\":[1,2]}", false)]
    public void Answers_of_another_kind_are_told(string reference, string candidate, bool expected) =>
        Assert.Equal(expected, ComparisonFindings.ResponsesDiffer(Answering(reference), Answering(candidate)) is not null);

    [Fact]
    public void Answers_with_a_kind_in_common_are_not()
    {
        Assert.Null(ComparisonFindings.ResponsesDiffer(Answering(Project, "{}"), Answering("{}")));
        Assert.Null(ComparisonFindings.ResponsesDiffer(Answering("one", "two", "three"), Answering(Project))); // nothing is known of so many kinds
    }

    // Each is answered so often.
    [Theory]
    [InlineData(20, 20, 1_000, true)] // half of them
    [InlineData(19, 19, 1_000, false)] // too few
    [InlineData(20, 1_000, 1_000, false)] // so rare that the other side lacks it by chance
    [InlineData(500, 1_000, 40, false)]
    [InlineData(500, 1_000, 80, true)]
    public void A_kind_that_one_side_lacks_is_told(int errors, int answers, int ofReference, bool expected)
    {
        var (reference, candidate) = (Answering([.. Enumerable.Repeat(Project, ofReference)]), Answering([.. Enumerable.Repeat(Project, answers), .. Enumerable.Repeat("{}", errors)]));

        Assert.Equal(expected, ComparisonFindings.ResponsesDiffer(reference, candidate) is not null);
        Assert.Equal(expected, ComparisonFindings.ResponsesDiffer(candidate, reference) is not null);
    }

    [Fact]
    public void Answers_that_are_checked_are_not() => Assert.Null(ComparisonFindings.ResponsesDiffer(Answering(Project), MadeUp.Result(new LatencyHistogram())));

    [Fact]
    public void A_pass_is_not_given()
    {
        var pass = new ComparisonPass(LimitTest.Of(new ComparisonGates { MaxSlowdownPercent = 5 }));
        for (var i = 0; !pass.IsOver; i++)
        {
            pass.Add(Made.Placement(i % 2 == 0 ? -0.7 : -0.701), (i + 1) / 64.0);
        }

        Assert.Equal(GateVerdict.Passed, Build(hasSameRequests: false).Verdict);
        var result = Build(hasSameRequests: true);
        Assert.Equal(GateVerdict.Inconclusive, result.Verdict);
        Assert.Contains(
            "Warning ResponsesDiffer: The reference answers GET /hello with 38 B that begin with '{\"id\":1,\"name\":\"Roof\",\"items\":[1...', "
            + "but the candidate with 15 B that begin with '{\"error\":\"No.\"}'. Check whether one of them is an error",
            $"{result}",
            StringComparison.Ordinal);

        LoadComparisonResult Build(bool hasSameRequests) =>
            ComparisonResultBuilder.Build(pass, again: null, Answering(Project), Answering("{\"error\":\"No.\"}"), new ComparisonGates(), hasSameRequests);
    }

    [Fact]
    public void Only_the_same_requests_have_the_same_answers()
    {
        var uri = new Uri("http://localhost:5000");
        var one = LoadTest.Against(uri).Get("/a");

        Assert.True(AreSame(one, LoadTest.Against(uri).Send(LoadRequest.Get("/a").Named("other"))));
        Assert.False(AreSame(one, LoadTest.Against(uri).Get("/b")));
        Assert.False(AreSame(one, LoadTest.Against(uri).Send(LoadRequest.Head("/a"))));
        Assert.False(AreSame(one, LoadTest.Against(uri).Send(LoadRequest.Get("/a").WithHeader("Accept-Encoding", "br"))));
        Assert.False(AreSame(one, one.Get("/b")));
        Assert.False(AreSame(LoadTest.Against(uri).PostJsonText("/a", "1"), LoadTest.Against(uri).PostJsonText("/a", "2")));
        Assert.False(AreSame(LoadTest.Against(uri).Get("/"), LoadTest.BuiltIn));
    }

    private static bool AreSame(LoadTest reference, LoadTest candidate) => new ComparisonPlan(reference.Plan, candidate.Plan).HasSameRequests;

    private static LoadResult Answering(params string[] bodies)
    {
        var (kinds, result) = (new BodyKinds(), MadeUp.Result(new LatencyHistogram()));
        foreach (var text in bodies)
        {
            var body = new BodyStart();
            body.Append(Encoding.UTF8.GetBytes(text));
            kinds.Add(body, begun: 1, ended: 2);
        }

        return result with { Endpoints = [result.Endpoints[0] with { Bodies = kinds }] };
    }
}
