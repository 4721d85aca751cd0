using System.CommandLine;
using ThroughputKit;
using ThroughputKit.Tests.Support;
using Traffic;

var quick = new Option<bool>("--quick") { Description = "Measures for a fraction of the time, and a tenth of the users: ratios are rough then." };
var data = new Option<bool>("--data") { Description = "Measures only what much data costs before the load." };
var progress = new Option<bool>("--progress") { Description = "Measures only what reports of progress cost." };
var reports = new Option<bool>("--reports") { Description = "Measures only how long reports take to write, and how big they are." };
var command = new RootCommand("What mixes, data, checks, chains, many users, reports of progress and reports cost.") { quick, data, progress, reports };
command.SetAction(async parsed =>
{
    var settings = parsed.GetValue(quick) ? Settings.Quick : Settings.Whole;
    if (parsed.GetValue(progress))
    {
        using var alone = await AppProcess.StartAsync();
        return await ProgressSection.RunAsync(settings, LoadTest.Against(alone.Address)) ? 0 : 1;
    }

    if (parsed.GetValue(reports))
    {
        return await ReportSection.RunAsync() ? 0 : 1;
    }

    await DataSection.RunAsync();
    if (parsed.GetValue(data))
    {
        return 0;
    }

    using var process = await AppProcess.StartAsync();
    var app = LoadTest.Against(process.Address);
    var passes = await RatioSection.RunAsync(settings, app);
    passes &= await ProgressSection.RunAsync(settings, app);
    passes &= await UserSection.RunAsync(settings, app);
    passes &= await OrderSection.RunAsync();
    passes &= await ReportSection.RunAsync();
    return passes ? 0 : 1;
});
return await command.Parse(args).InvokeAsync();
