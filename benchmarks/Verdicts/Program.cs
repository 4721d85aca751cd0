using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using Verdicts;
using Verdicts.Shop;

if (args is [Burner.Argument])
{
    Burner.Burn();
    return 0;
}

if (args is [SlowApp.Argument])
{
    await using var app = await new SlowApp(Slowness.None, 0).StartAsync();
    await app.Host.WaitForShutdownAsync();
    return 0;
}

if (args is [ShopServer.Argument])
{
    await ShopServer.RunAsync();
    return 0;
}

if (args is [ShopRun.Argument, var endpoint, var bytes, var file])
{
    await ShopRun.MeasureAsync(Enum.Parse<ShopEndpoint>(endpoint), new ShopVariant(Bytes: int.Parse(bytes, CultureInfo.InvariantCulture)), file);
    return 0;
}

if (args is [ShopCount.Argument, var fault, var counted])
{
    var count = await ShopCount.MeasureAsync(Enum.Parse<ShopFault>(fault), isPublished: false, CancellationToken.None);
    await File.WriteAllTextAsync(counted, JsonSerializer.Serialize(count));
    return 0;
}

var series = new Option<string[]>("--series") { Description = $"What is tried; all, if none is named: {string.Join("; ", Plan.Names)}; or {Plan.AllOfCounts}.", HelpName = "names", AllowMultipleArgumentsPerToken = true };
series.AcceptOnlyFromAmong([.. Plan.Names, Plan.AllOfCounts]);
var trials = new Option<int?>("--trials") { Description = "Trials of each series, in the place of its own number." };
var output = new Option<string>("--output") { Description = "Where trials are kept, a line each. A session that was cut off goes on from there.", DefaultValueFactory = _ => "artifacts/benchmarks/verdicts.jsonl" };
var fresh = new Option<bool>("--fresh") { Description = "Tries everything again." };
var command = new RootCommand("How often verdicts are right, and how long they take.") { series, trials, output, fresh };
command.SetAction(async (parsed, cancellationToken) =>
{
    var records = new Records(parsed.GetValue(output)!, parsed.GetValue(fresh));
    foreach (var name in Plan.Named(parsed.GetValue(series)))
    {
        await Plan.RunAsync(name, records, parsed.GetValue(trials), cancellationToken);
    }

    Report.Print(records);
});
return await command.Parse(args).InvokeAsync();
