using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace ThroughputKit.Tests.Testing;

/// <summary>Makes an app wait before each response.</summary>
internal sealed class WaitingFilter(Func<Task> wait) : IStartupFilter
{
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.Use(async (_, then) =>
        {
            await wait();
            await then();
        });
        next(app);
    };
}
