using Xunit.Sdk;

namespace XunitV4Run;

/// <summary>Every option as xunit has it by default.</summary>
internal sealed class Options : ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
{
    private readonly Dictionary<string, object?> _values = [];

    public TValue? GetValue<TValue>(string name) => _values.TryGetValue(name, out var value) ? (TValue?)value : default;

    public void SetValue<TValue>(string name, TValue value) => _values[name] = value;

    public string ToJson() => "{}";
}
