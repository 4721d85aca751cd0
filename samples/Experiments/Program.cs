using System.CommandLine;
using System.CommandLine.Invocation;
using System.Runtime.InteropServices;
using Experiments;

switch (args)
{
    case [Burner.Argument]:
        Burner.Burn();
        return 0;
    case [ServedApp.Argument]:
        await ServedApp.ServeAsync();
        return 0;
}

IExperiment[] experiments =
[
    new Apis(), new Versions(), new Gc(), new Tls(), new Middleware(), new Proxies(), new ReturnTypes(), new Allocations(), new Idle(), new Database(),
    new Client(), new Startup(), new Machine(),
];
const string All = "all";
const string List = "list";

var names = new Argument<string[]>("name")
{
    Description = $"The experiments to run: {Names()}, or {All} of them. Or {List}, which says what each asks.",
    Arity = ArgumentArity.ZeroOrMore,
};
names.Validators.Add(given =>
{
    foreach (var unknown in given.Tokens.Select(t => t.Value).Except([.. experiments.Select(e => e.Name), All, List]))
    {
        given.AddError($"'{unknown}' is not an experiment, nor an option. Expected: {Names()}, {All} or {List}.");
    }
});
var quick = new Option<bool>("--quick") { Description = "Measures for a fraction of the time: ratios are rough then." };
var output = new Option<string>("--output")
{
    Description = "The folder for the tables, a Markdown file for each experiment.",
    HelpName = "folder",
    DefaultValueFactory = _ => Path.Combine(Repository.Root, "artifacts", "experiments"),
};
var command = new RootCommand("The classic throughput experiments of ASP.NET Core.") { names, quick, output };
command.SetAction(async (parsed, ended) =>
{
    using var cancellation = CancellationTokenSource.CreateLinkedTokenSource(ended);
    var cancellationToken = cancellation.Token;
    using var closed = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
    {
        signal.Cancel = true; // the terminal was closed: servers are stopped first
        cancellation.Cancel();
    });
    var chosen = parsed.GetValue(names)!;
    if (chosen.Contains(List) || chosen.Length == 0)
    {
        Array.ForEach(experiments, e => Console.WriteLine($"{e.Name,-12} {e.Question}"));
        Console.WriteLine($"{Environment.NewLine}Give the names of those to run, or {All}. --help shows the options.");
        return chosen.Length == 0 ? 1 : 0;
    }

    if (OutputFolder.Create(parsed.GetValue(output)!) is { } problem)
    {
        Console.Error.WriteLine(problem);
        return 1;
    }

    var failed = 0;
    foreach (var experiment in experiments.Where(e => chosen.Contains(All) || chosen.Contains(e.Name)))
    {
        await using var session = new Session(experiment, parsed.GetValue(quick), parsed.GetValue(output)!, cancellationToken);
        try
        {
            await experiment.RunAsync(session);
            failed += session.Failed;
        }
        catch (NotInstalledException e)
        {
            session.WriteReason($"Skipped: {e.Message}");
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            session.WriteReason($"COULD NOT BE MEASURED: {e.Message}");
            failed++;
        }
    }

    return failed == 0 ? 0 : 1;
});
var result = command.Parse(args);
if (result.Action is ParseErrorAction mistake)
{
    mistake.ShowHelp = false; // the message says all
}

return await result.InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromMinutes(1) }); // servers are stopped first

string Names() => string.Join(", ", experiments.Select(e => e.Name));
