using System.CommandLine;
using Gates;

var times = new Option<int>("--times") { Description = "How often the tests run.", DefaultValueFactory = _ => 30 };
var filter = new Option<string>("--filter") { Description = "Which tests run, as the filter of dotnet test; all by default.", DefaultValueFactory = _ => "" };
var command = new RootCommand("The sample's gates, run again and again.") { times, filter };
command.SetAction(async parsed =>
{
    var folder = Directory.CreateTempSubdirectory("throughputkit-gates-");
    try
    {
        var runs = new List<IReadOnlyList<TestRecord>>();
        for (var run = 0; run < parsed.GetValue(times); run++)
        {
            runs.Add(await SampleRun.RunAsync(folder.FullName, parsed.GetRequiredValue(filter)));
        }

        Report.Print(runs);
        return runs.All(r => r.All(t => t.HasPassed)) ? 0 : 1;
    }
    finally
    {
        folder.Delete(recursive: true);
    }
});
return await command.Parse(args).InvokeAsync();
