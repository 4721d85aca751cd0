using System.Globalization;

namespace Verdicts.Shop;

/// <summary>How a shop differs from another: each request spins for longer, or allocates more.</summary>
/// <param name="Spins">How often it spins.</param>
/// <param name="Bytes">How many bytes more it allocates.</param>
internal sealed record ShopVariant(int Spins = 0, int Bytes = 0) : IStartupFilter
{
    private const string Variable = "VERDICTS_SHOP";
    private const int ArrayHeader = 24;

    public static ShopVariant None { get; } = new();

    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => this == None ? next : app =>
    {
        app.Use((context, rest) =>
        {
            Thread.SpinWait(Spins);
            if (Bytes > 0)
            {
                GC.KeepAlive(new byte[Bytes - ArrayHeader]);
            }

            return rest(context);
        });
        next(app);
    };

    /// <summary>Tells a shop in a process of its own.</summary>
    public KeyValuePair<string, string?> AsVariable() => new(Variable, string.Create(CultureInfo.InvariantCulture, $"{Spins} {Bytes}"));

    /// <summary>Gets what this process was told.</summary>
    public static ShopVariant Told() => Environment.GetEnvironmentVariable(Variable)?.Split(' ') is [var spins, var bytes]
        ? new ShopVariant(int.Parse(spins, CultureInfo.InvariantCulture), int.Parse(bytes, CultureInfo.InvariantCulture))
        : None;
}
