namespace ThroughputKit.Engines.Client;

/// <summary>The names of a scenario's steps, each with an index from its first use on.</summary>
/// <param name="scenario">The name of the scenario.</param>
internal sealed class StepNames(string scenario)
{
    /// <summary>The maximum number of names, the scenario's own included. Each takes a histogram for every recording thread that uses it.</summary>
    public const int Max = MaxSteps + 1;

    private const int MaxSteps = 64;

    private readonly Lock _adding = new();
    private volatile Dictionary<string, int> _indexes = new(StringComparer.Ordinal); // replaced as a whole, so that it can be read without a lock
    private volatile string[] _all = [];
    private int _indexOfFirst;

    /// <summary>Gets the names, in the order of their first use.</summary>
    public IReadOnlyList<string> All => _all;

    /// <summary>Gets whether no step has begun yet. Of a scenario without any, requests are known only when they end.</summary>
    public bool AreUnknown => _all is [] || _all is [var only] && only == scenario;

    /// <summary>Gets the index of the scenario's own name, for what it does outside of steps.</summary>
    public int IndexOfScenario => IndexOf(scenario);

    /// <summary>Gets or sets the index of the step that has begun an iteration last, and so is the first one of most.</summary>
    public int IndexOfFirst
    {
        get => Volatile.Read(ref _indexOfFirst);
        set
        {
            if (_indexOfFirst != value)
            {
                Volatile.Write(ref _indexOfFirst, value);
            }
        }
    }

    /// <summary>Returns the index of a name.</summary>
    /// <exception cref="LoadTestException">It is not a name, or one too many.</exception>
    public int IndexOf(string name) => _indexes.TryGetValue(name, out var index) ? index : Add(name);

    private int Add(string name)
    {
        LoadTestException.ThrowIfAny(
            [.. DisplayName.Check($"A step of the scenario '{scenario}'", name, "The name appears in tables and messages, and gates refer to it.")]);
        lock (_adding)
        {
            if (_indexes.TryGetValue(name, out var index))
            {
                return index;
            }

            // One place is left for the scenario's own name.
            if (name != scenario && _all.Count(n => n != scenario) == MaxSteps)
            {
                throw new LoadTestException(new Problem(
                    $"The step '{name}' of the scenario '{scenario}' has one name too many",
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
