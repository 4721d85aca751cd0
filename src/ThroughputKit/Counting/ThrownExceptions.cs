using System.Runtime.ExceptionServices;

namespace ThroughputKit.Counting;

/// <summary>
/// Counts exceptions when they are thrown, whether or not they are caught, from creation until disposal. Each counts once, however often it is thrown
/// again, as by every await that it passes. An exception that the app keeps, and throws for every request, counts for each.
/// </summary>
internal sealed class ThrownExceptions : IDisposable
{
    [ThreadStatic]
    private static bool _isCounting;

    private readonly SeenExceptions _seen = new();
    private readonly TextCounter _types;

    public ThrownExceptions(TextCounter types)
    {
        _types = types;
        AppDomain.CurrentDomain.FirstChanceException += Count;
    }

    public void Dispose() => AppDomain.CurrentDomain.FirstChanceException -= Count;

    // Whatever is thrown here would come here again, and would end the process.
    private void Count(object? sender, FirstChanceExceptionEventArgs e)
    {
        if (_isCounting)
        {
            return;
        }

        _isCounting = true;
        try
        {
            if (_seen.TryAdd(e.Exception))
            {
                _types.Add(SqlText.OnOneLine(e.Exception.GetType().FullName ?? nameof(Exception)));
            }
        }
        catch (Exception)
        {
            // out of memory, say: the app is told of its own exception
        }
        finally
        {
            _isCounting = false;
        }
    }
}
