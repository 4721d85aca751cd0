using System.CommandLine;
using ThroughputKit;
using ThroughputKit.Tests.Support;
using Traffic;

var quick = new Option<bool>("--quick") { Description = "Measures for a fraction of the time, and a tenth of the users: ratios are rough then." };
var command = new RootCommand("What mixes, data, checks, chains and many users cost.") { quick };
command.SetAction(async parsed =>
{
    var settings = parsed.GetValue(quick) ? Settings.Quick : Settings.Whole;
    using var process = await AppProcess.StartAsync();
    var app = LoadTest.Against(process.Address);
    var passes = await RatioSection.RunAsync(settings, app);
    passes &= await UserSection.RunAsync(settings, app);
    passes &= await OrderSection.RunAsync();
    return passes ? 0 : 1;
});
return await command.Parse(args).InvokeAsync();
