namespace ThroughputKit.Tests.Engines.Http2;

public class ConformanceTests
{
    public static TheoryData<string> Names => [.. ConformanceCases.All.Select(c => c.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Takes_what_a_server_sends(string name) => Check(Find(name), Find(name).Server.Length);

    [Theory]
    [MemberData(nameof(Names))]
    public void Takes_the_same_however_the_bytes_are_cut(string name)
    {
        var conformance = Find(name);
        for (var cut = 0; cut < conformance.Server.Length; cut++)
        {
            Check(conformance, cut);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Takes_the_same_byte_by_byte(string name) => Check(Find(name), [.. Find(name).Server.Select(b => new[] { b })]);

    private static Conformance Find(string name) => ConformanceCases.All.Single(c => c.Name == name);

    private static void Check(Conformance conformance, int cut) => Check(conformance, [conformance.Server[..cut], conformance.Server[cut..]]);

    private static void Check(Conformance conformance, byte[][] pieces)
    {
        var client = new ScriptedClient();
        Assert.True(client.TrySend(0, conformance.Method, conformance.Body));
        Assert.True(client.TrySend(1));
        if (conformance.Greets)
        {
            client.Receive(ServerFrames.Settings());
        }

        client.TakeSent();
        foreach (var piece in pieces)
        {
            client.Receive(piece);
        }

        if (conformance.Closes)
        {
            client.Connection.Closed(error: null);
        }

        Assert.Equal(conformance.Slots, client.Log);
        Assert.Equal(conformance.Sent, string.Join(", ", client.TakeSent()));
        var pending = client.Slots.Count(s => s.Answered + s.Broken + s.Given == 0);
        Assert.Equal(client.Connection.IsClosing ? 0 : Math.Max(0, client.Connection.Capacity - pending), client.Connection.Room);
        Assert.Equal(client.Connection.IsClosing && pending == 0, client.Connection.IsDone);
    }
}
