using ThroughputKit.Hosting;

namespace ThroughputKit.Tests.Hosting;

public class ServerAddressesTests
{
    [Theory]
    [InlineData("http://127.0.0.1:5000/", "http://127.0.0.1:5000")]
    [InlineData("http://127.0.0.1:5000/", "http://0.0.0.0:5000")]
    [InlineData("http://127.0.0.1:5000/", "http://[::]:5000")]
    [InlineData("http://127.0.0.1:5000/", "http://*:5000")]
    [InlineData("http://127.0.0.1:5000/", "http://+:5000")]
    [InlineData("http://[::1]:5000/", "http://[::1]:5000")]
    [InlineData("http://localhost:5000/", "http://localhost:5000")]
    [InlineData("http://app.localhost:5000/", "http://192.168.1.5:6000", "http://app.localhost:5000")]
    [InlineData("http://127.0.0.1:80/", "http://127.0.0.1")]
    [InlineData("https://127.0.0.1:5001/", "https://127.0.0.1:5001")]
    [InlineData("http://127.0.0.1:5000/", "https://127.0.0.1:5001", "http://127.0.0.1:5000")]
    [InlineData("http://127.0.0.1:5000/", "http://192.168.1.5:6000", "http://127.0.0.1:5000")]
    [InlineData("http://192.168.1.5:6000/", "http://192.168.1.5:6000")]
    [InlineData("http://127.0.0.1:5000/", "http://unix:/tmp/app.sock", "http://127.0.0.1:5000")]
    public void Chooses_plain_http_on_loopback_first(string expected, params string[] addresses) =>
        Assert.Equal(new Uri(expected), ServerAddresses.Choose(addresses));

    [Fact]
    public void Chooses_none_where_there_is_none() =>
        Assert.Null(ServerAddresses.Choose(["http://unix:/tmp/app.sock"]));
}
