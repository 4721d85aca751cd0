namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>A fact about gates that a Debug build leaves unjudged.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ReleaseFactAttribute : FactAttribute
{
#if DEBUG
    public ReleaseFactAttribute() => Skip = "In a Debug build these gates are not judged; run dotnet test -c Release.";
#endif
}
