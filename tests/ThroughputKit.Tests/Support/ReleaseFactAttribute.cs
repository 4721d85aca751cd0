namespace ThroughputKit.Tests.Support;

/// <summary>A fact about allocated bytes, which is only true of optimized code.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ReleaseFactAttribute : FactAttribute
{
#if DEBUG
    public ReleaseFactAttribute() => Skip = "Debug builds allocate what optimized ones do not; run dotnet test -c Release.";
#endif
}
