using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

public class SharedAppTests
{
    [Fact]
    public async Task An_app_of_its_own_process_that_died_between_two_runs_is_named_with_its_exit_code_and_output()
    {
        var app = new SharedApp(new PublishedAppTarget(Built.TestApp, new PublishedAppOptions { EntryPoint = "TestApp" }));
        try
        {
            var running = await app.StartAsync(TimeSpan.FromSeconds(30), CancellationToken.None);
            var stopping = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            using var registration = running.Stopping.Register(stopping.SetResult);
            using var client = new HttpClient();

            await Assert.ThrowsAsync<HttpRequestException>(() => client.GetAsync(new Uri(running.Address, "/die")));
            await stopping.Task.WaitAsync(TimeSpan.FromSeconds(60));

            var problem = Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => app.StartAsync(TimeSpan.FromSeconds(30), CancellationToken.None))).Problems);
            Assert.StartsWith(
                $"TestApp has exited with code 134 since it was last loaded. Expected: an app that runs. Its output ended with:{Environment.NewLine}", problem, StringComparison.Ordinal);
            Assert.Contains("The disk is full.", problem, StringComparison.Ordinal);
        }
        finally
        {
            Assert.Null(await app.StopAsync(TimeSpan.FromSeconds(10)));
        }
    }
}
