using System.Reflection;

namespace ThroughputKit.StartupHooks;

/// <summary>Reads properties of objects whose types are unknown at compile time.</summary>
internal static class Reflecting
{
    public static object? Get(this object target, string property)
    {
        var type = target.GetType();
        var found = type.GetProperty(property, BindingFlags.Instance | BindingFlags.Public)
            ?? type.GetInterfaces().Select(i => i.GetProperty(property)).FirstOrDefault(p => p is not null);
        return found?.GetValue(target);
    }
}
