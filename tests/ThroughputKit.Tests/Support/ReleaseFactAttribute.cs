namespace ThroughputKit.Tests.Support;

/// <summary>A fact that holds for optimized code only: about allocated bytes, or about gates that a Debug build leaves unjudged.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ReleaseFactAttribute : FactAttribute
{
#if DEBUG
    public ReleaseFactAttribute() => Skip = "Debug builds allocate what optimized ones do not, and leave gates unjudged; run dotnet test -c Release.";
#endif
}
