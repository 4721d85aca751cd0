namespace ThroughputKit.Running;

/// <summary>What was measured of all requests together, and of single ones that were sent alone.</summary>
internal sealed class FiguresOfRequests<T>
    where T : class
{
    private readonly Dictionary<int, T?> _alone = [];

    /// <summary>Gets the figures of all requests together; <see langword="null"/> if they were not measured.</summary>
    public T? OfAll { get; private set; }

    /// <summary>Returns the figures of the request with this index; <see langword="null"/> if they were not measured.</summary>
    public T? Of(int request) => _alone.GetValueOrDefault(request);

    /// <summary>Sets the figures of the request with this index; <see langword="null"/> for those of all together.</summary>
    public void Set(int? request, T? figures)
    {
        if (request is { } index)
        {
            _alone[index] = figures;
        }
        else
        {
            OfAll = figures;
        }
    }
}
