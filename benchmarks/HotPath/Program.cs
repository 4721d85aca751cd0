using BenchmarkDotNet.Running;
using HotPath;

// Without a filter BenchmarkDotNet would ask which benchmarks to run.
string[] arguments = Array.Exists(args, a => a is "-f" or "--filter") ? args : [.. args, "--filter", "*"];
var summaries = BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(arguments, ShortRuns.Config);
return Array.Exists(args, a => a is "--list" or "--help" or "--info" or "--version") || AllocationGuard.Passes(summaries) ? 0 : 1;
