namespace ThroughputKit.Engines.Client;

/// <summary>The names of the steps of a test's scenarios, each with an index from its first use on. Scenarios share them.</summary>
/// <param name="scenarios">The names of the scenarios.</param>
internal sealed class StepNames(params IReadOnlyList<string> scenarios)
{
    private const int MaxSteps = 64;

    private readonly Lock _adding = new();
    private readonly int[] _firsts = [.. Enumerable.Repeat(-1, scenarios.Count)]; // by scenario
    private volatile Dictionary<string, int> _indexes = new(StringComparer.Ordinal); // replaced as a whole, so that it can be read without a lock
    private volatile string[] _all = [];

    /// <summary>Gets the maximum number of names, those of the scenarios included. Each takes a histogram for every recording thread that uses it.</summary>
    public int Max => MaxSteps + scenarios.Count;

    /// <summary>Gets the number of scenarios.</summary>
    public int Scenarios => scenarios.Count;

    /// <summary>Gets the names, in the order of their first use.</summary>
    public IReadOnlyList<string> All => _all;

    /// <summary>
    /// Gets whether no step has begun yet, or a scenario has ended iterations without any: their requests are known only when they end.
    /// </summary>
    public bool AreUnknown => Array.TrueForAll(_all, IsScenario) || Array.Exists(_firsts, f => f >= 0 && IsScenario(_all[f]));

    /// <summary>Returns whether a name is that of a scenario.</summary>
    public bool IsScenario(string name) => scenarios.Contains(name, StringComparer.Ordinal);

    /// <summary>Returns the index of a scenario's own name, for what it does outside of steps.</summary>
    public int IndexOfScenario(int scenario) => IndexOf(scenarios[scenario], scenario);

    /// <summary>
    /// Returns the index of the step that has begun an iteration of a scenario last, and so is the first one of most; if none has, that of the scenario's name.
    /// </summary>
    public int IndexOfFirst(int scenario) => Volatile.Read(ref _firsts[scenario]) is >= 0 and var known ? known : IndexOfScenario(scenario);

    /// <summary>Notes the index of a step that has begun an iteration. The scenario's own name stands for it only if it has no step at all.</summary>
    public void Begin(int scenario, int index)
    {
        if (_firsts[scenario] is var known && known != index && (known < 0 || !IsScenario(_all[index])))
        {
            Volatile.Write(ref _firsts[scenario], index);
        }
    }

    /// <summary>Returns the index of a name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="scenario">The scenario that uses it.</param>
    /// <exception cref="LoadTestException">It is not a name, or one too many.</exception>
    public int IndexOf(string name, int scenario = 0) => _indexes.TryGetValue(name, out var index) ? index : Add(name, scenario);

    private int Add(string name, int scenario)
    {
        LoadTestException.ThrowIfAny(
            [.. DisplayName.Check($"A step of the scenario '{scenarios[scenario]}'", name, "The name appears in tables and messages, and gates refer to it.")]);
        lock (_adding)
        {
            if (_indexes.TryGetValue(name, out var index))
            {
                return index;
            }

            // A place is left for each scenario's own name.
            if (!IsScenario(name) && _all.Count(n => !IsScenario(n)) == MaxSteps)
            {
                throw new LoadTestException(new Problem(
                    $"The step '{name}' of the scenario '{scenarios[scenario]}' has one name too many",
                    $"at most {MaxSteps} different names of steps",
                    "Each name has its own figures. Does it contain a number, such as an id? Leave that out."));
            }

            index = _all.Length;
            _all = [.. _all, name];
            _indexes = new Dictionary<string, int>(_indexes, StringComparer.Ordinal) { [name] = index };
            return index;
        }
    }
}
