using System.Diagnostics;
using Microsoft.EntityFrameworkCore;
using Shop.Data;

namespace Verdicts.Shop;

/// <summary>What a request does before the shop's own code.</summary>
/// <param name="fault">What it does.</param>
/// <param name="other">The address of another app.</param>
internal sealed class FaultyCode(ShopFault fault, string? other)
{
    /// <summary>How many queries it sends.</summary>
    public const int Queries = 20;

    private static readonly TimeSpan _held = TimeSpan.FromMilliseconds(1);
    private static readonly HttpClient _client = new();

    private readonly Lock _lock = new();

    public async Task RunAsync(HttpContext context)
    {
        switch (fault)
        {
            case ShopFault.Queries:
                var db = context.RequestServices.GetRequiredService<ShopDb>();
                for (var id = 1; id <= Queries; id++)
                {
                    _ = await db.Products.AsNoTracking().FirstOrDefaultAsync(p => p.Id == id, context.RequestAborted);
                }

                break;
            case ShopFault.Exception:
                Throw();
                break;
            case ShopFault.Call:
                _ = await _client.GetStringAsync(new Uri(other!), context.RequestAborted);
                break;
            case ShopFault.Lock:
                Wait();
                break;
        }
    }

    private static void Throw()
    {
        try
        {
            throw new InvalidOperationException("as if a value could not be read");
        }
        catch (InvalidOperationException)
        {
            // and another were taken
        }
    }

    private void Wait()
    {
        lock (_lock)
        {
            var begun = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(begun) < _held)
            {
                Thread.SpinWait(10);
            }
        }
    }
}
