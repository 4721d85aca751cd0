using Microsoft.AspNetCore.WebUtilities;
using ThroughputKit;

namespace Experiments;

internal sealed class Allocations : IExperiment
{
    private const int Exact = 2;

    public string Name => "allocations";

    public string Question => "How many bytes does a step of the pipeline allocate per request?";

    public string Published => "for ASP.NET Core 6: 96 B for Use with next(), 0 with next(context); 360 B for reading a query, 0 with QueryStringEnumerable.";

    public async Task RunAsync(Session session)
    {
        await using var app = Build();
        var test = LoadTest.For(app);
        var result = await session.MeasureAsync(
            "Steps of the pipeline, in process",
            ("no step", test.Get("/none?a=1&b=2")),
            ("next()", test.Get("/next?a=1&b=2")),
            ("next(context)", test.Get("/with?a=1&b=2")),
            ("Request.Query", test.Get("/read?a=1&b=2")),
            ("QueryStringEnumerable", test.Get("/enum?a=1&b=2")));

        // A limit that it misses: only then are types sampled.
        var query = await test.Get("/read?a=1&b=2").With(o => o.Duration = TimeSpan.FromSeconds(1))
            .Within(new LoadGates { MaxAllocatedBytesPerRequest = 1 }).RunAsync(session.Cancellation);
        session.Show(
            "Allocated types with Request.Query, sampled", ["Type", "Share of the bytes"],
            (query.Memory.Allocation?.TopTypes ?? []).Select(t => new[] { $"`{t.Type}`", $"{t.Share:0%}" }));

        Expect("next()", 96);
        Expect("next(context)", 0);
        Expect("QueryStringEnumerable", 0);

        void Expect(string step, int bytes)
        {
            var more = result[step].AllocatedBytesPerRequest - result["no step"].AllocatedBytesPerRequest;
            session.Expect(
                FormattableString.Invariant($"{step} allocates {bytes} B per request, measured {more:0.0}"),
                more is { } measured && Math.Abs(measured - bytes) <= Exact);
        }
    }

    private static WebApplication Build()
    {
        var app = LocalApp.CreateBuilder().Build();
        Branch("/none", _ => { });
        Branch("/next", b => b.Use((_, next) => next()));
        Branch("/with", b => b.Use((context, next) => next(context)));
        Branch("/read", b => b.Use((context, next) => Read(context.Request.Query.Count, context, next)));
        Branch("/enum", b => b.Use((context, next) => Read(Count(context.Request.QueryString.Value), context, next)));
        return app;

        // Paths of the same length, so that branching costs all of them the same.
        void Branch(string path, Action<IApplicationBuilder> step) => app.Map(path, branch =>
        {
            step(branch);
            branch.Run(_ => Task.CompletedTask);
        });
    }

    private static Task Read(int count, HttpContext context, RequestDelegate next) =>
        count == 2 ? next(context) : throw new InvalidOperationException("The query has two values.");

    private static int Count(string? query)
    {
        var count = 0;
        foreach (var _ in new QueryStringEnumerable(query))
        {
            count++;
        }

        return count;
    }
}
