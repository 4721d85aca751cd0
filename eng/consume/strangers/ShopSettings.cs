using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using ThroughputKit;
using Xunit;

public class ShopSettings(ThroughputHost<Program> host) : IClassFixture<ThroughputHost<Program>>
{
    [Fact]
    public void The_content_root_is_the_folder_of_the_app()
    {
        var root = host.Services.GetRequiredService<IHostEnvironment>().ContentRootPath;

        Assert.True(File.Exists(Path.Combine(root, "Shop.csproj")), root);
    }

    [Fact]
    public void The_settings_of_the_app_are_read() =>
        Assert.Equal("*", host.Services.GetRequiredService<IConfiguration>()["AllowedHosts"]);
}
