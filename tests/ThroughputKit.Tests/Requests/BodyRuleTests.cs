namespace ThroughputKit.Tests.Requests;

/// <summary>Objects that compile as a JSON body and can't be one.</summary>
public class BodyRuleTests
{
    public static TheoryData<object, string> Refused => new()
    {
        {
            (int i) => new { Id = i },
            "POST /: The JSON body is a function: Func<Int32, anonymous<Int32>>. Expected: the object itself, which is written once, before the load, and sent with every request. "
            + "A function isn't called for each request. For different bodies, write {name} into the text of one, and give the values with WithData."
        },
        { Task.FromResult(1), "The JSON body is a task: Task<Int32>." },
        { new ValueTask<int>(1), "The JSON body is a task: ValueTask<Int32>." },
        { typeof(string), "The JSON body is a type or a member of one: RuntimeType." },
        { Stream.Null, "The JSON body is content that is yet to be read: NullStream." },
        { new ByteArrayContent([1]), "The JSON body is content that is yet to be read: ByteArrayContent." },
    };

    [Theory]
    [MemberData(nameof(Refused), DisableDiscoveryEnumeration = true)]
    public async Task Refuses_what_is_obviously_not_a_body(object body, string expected)
    {
        var test = LoadTest.Against(new Uri("http://localhost:5000")).PostJson("/", body);

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync());

        Assert.Contains(expected, Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void Accepts_an_object() => Assert.Null(ThroughputKit.Requests.BodyRule.Check(new { Id = 1 }));
}
