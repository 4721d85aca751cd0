using System.Text;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Http2;

public class HpackDecoderTests
{
    private const string Requests =
        ":method: GET | :scheme: http | :path: / | :authority: www.example.com ; "
        + ":method: GET | :scheme: http | :path: / | :authority: www.example.com | cache-control: no-cache ; "
        + ":method: GET | :scheme: https | :path: /index.html | :authority: www.example.com | custom-key: custom-value";

    private const string Responses =
        ":status: 302 | cache-control: private | date: Mon, 21 Oct 2013 20:13:21 GMT | location: https://www.example.com ; "
        + ":status: 307 | cache-control: private | date: Mon, 21 Oct 2013 20:13:21 GMT | location: https://www.example.com ; "
        + ":status: 200 | cache-control: private | date: Mon, 21 Oct 2013 20:13:22 GMT | location: https://www.example.com | content-encoding: gzip | "
        + "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1";

    private readonly HpackDecoder _decoder = new();

    public HpackDecoderTests() => _decoder.Clear();

    /// <summary>RFC 7541, C.2 to C.6: blocks of one connection after another. Those of C.5 and C.6 begin with the size of their table.</summary>
    [Theory]
    [InlineData("400a637573746f6d2d6b65790d637573746f6d2d686561646572", "custom-key: custom-header")]
    [InlineData("040c2f73616d706c652f70617468", ":path: /sample/path")]
    [InlineData("100870617373776f726406736563726574", "password: secret")]
    [InlineData("82", ":method: GET")]
    [InlineData(
        "828684410f7777772e6578616d706c652e636f6d 828684be58086e6f2d6361636865 828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
        Requests)]
    [InlineData("828684418cf1e3c2e5f23a6ba0ab90f4ff 828684be5886a8eb10649cbf 828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf", Requests)]
    [InlineData(
        "3fe1014803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d546e1768747470733a2f2f7777772e6578616d706c652e636f6d"
        + " 4803333037c1c0bf 88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153444a4b48514b425a584f5157454f504955"
        + "41585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31",
        Responses)]
    [InlineData(
        "3fe101488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3 4883640effc1c0bf "
        + "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5"
        + "b1063d5007",
        Responses)]
    public void Decodes_the_examples_of_the_specification(string blocks, string expected) =>
        Assert.Equal(expected.Split(" ; "), blocks.Split(' ').Select(Decode));

    /// <summary>Fields that stay in the table, are moved in it and leave it, as a table that is a plain list knows them.</summary>
    [Fact]
    public void Keeps_the_table_of_its_server()
    {
        var (random, server) = (new Random(1), new HpackScript());
        for (var i = 0; i < 2_000; i++)
        {
            (string Name, string Value)[] all = [.. Enumerable.Range(0, random.Next(6)).Select(_ => ($"name-{random.Next(40)}", Value(random)))];

            Assert.Equal(string.Join(" | ", all.Select(f => $"{f.Name}: {f.Value}")), Decode(server.Encode(all)));
        }
    }

    [Theory]
    [InlineData("80", "it refers to a field that isn't in the table")]
    [InlineData("be", "it refers to a field that isn't in the table")]
    [InlineData("ffffffffff0f", "it refers to a field that isn't in the table")]
    [InlineData("4003616263", "a name or a value is cut off or not in its code")]
    [InlineData("4003616263056162", "a name or a value is cut off or not in its code")]
    [InlineData("000161ff8080808080", "a name or a value is cut off or not in its code")]
    [InlineData("00016181ff", "a name or a value is cut off or not in its code")]
    [InlineData("8220", "it changes the size of the table after a field, or beyond 4,096 bytes")]
    [InlineData("3fe21f", "it changes the size of the table after a field, or beyond 4,096 bytes")]
    public void Tells_what_is_wrong(string block, string cause)
    {
        Decode(block);

        Assert.Equal($"the server sent headers that can't be decoded (HPACK): {cause} (COMPRESSION_ERROR)", _decoder.Error?.ToString());
    }

    [Fact]
    public void A_table_without_room_keeps_nothing()
    {
        Assert.Equal("a: b", Decode("20400161" + "0162"));
        Decode("be");

        Assert.NotNull(_decoder.Error);
    }

    /// <summary>One byte stands for four thousand.</summary>
    [Fact]
    public void Small_blocks_do_not_become_large_ones()
    {
        Decode("400161" + "7fd01e" + string.Concat(Enumerable.Repeat("76", 4_047)));
        Assert.Null(_decoder.Error);

        Decode(string.Concat(Enumerable.Repeat("be", 17)));

        Assert.Equal("the server sent a head that is larger than 64 KiB (ENHANCE_YOUR_CALM)", _decoder.Error?.ToString());
    }

    [Fact]
    public void Decodes_without_allocating()
    {
        var blocks = Array.ConvertAll(
            ["488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3", "c1c0bf"],
            Convert.FromHexString);

        Assert.Equal(0, Allocated.By(Once, times: 1_000));
        Assert.Null(_decoder.Error);

        void Once()
        {
            foreach (var bytes in blocks)
            {
                ReadOnlySpan<byte> block = bytes;
                _decoder.Begin();
                while (_decoder.TryNext(ref block, out _, out _))
                {
                    // Only the decoder counts.
                }
            }
        }
    }

    // One in eight fits into no table.
    private static string Value(Random random) => new('v', random.Next(8) == 0 ? 5_000 : random.Next(300));

    private string Decode(string block) => Decode(Convert.FromHexString(block));

    private string Decode(byte[] bytes)
    {
        ReadOnlySpan<byte> block = bytes;
        List<string> fields = [];
        _decoder.Begin();
        while (_decoder.TryNext(ref block, out var name, out var value))
        {
            fields.Add($"{Encoding.ASCII.GetString(name)}: {Encoding.ASCII.GetString(value)}");
        }

        return string.Join(" | ", fields);
    }
}
