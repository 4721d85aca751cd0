using System.Globalization;

namespace Verdicts.Shop;

/// <summary>How a shop differs from another: each request spins for longer, allocates more, or has a fault.</summary>
/// <param name="Spins">How often it spins.</param>
/// <param name="Bytes">How many bytes more it allocates.</param>
/// <param name="Fault">What else it does.</param>
/// <param name="Other">The address of another app.</param>
internal sealed record ShopVariant(int Spins = 0, int Bytes = 0, ShopFault Fault = ShopFault.None, string? Other = null) : IStartupFilter
{
    private const string Variable = "VERDICTS_SHOP";
    private const int ArrayHeader = 24;

    public static ShopVariant None { get; } = new();

    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => this == None ? next : app =>
    {
        if (Fault != ShopFault.None)
        {
            var faulty = new FaultyCode(Fault, Other);
            app.Use(async (context, rest) =>
            {
                await faulty.RunAsync(context);
                await rest(context);
            });
        }

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
    public KeyValuePair<string, string?> AsVariable() => new(Variable, string.Create(CultureInfo.InvariantCulture, $"{Spins} {Bytes} {Fault} {Other}"));

    /// <summary>Gets what this process was told.</summary>
    public static ShopVariant Told() => Environment.GetEnvironmentVariable(Variable)?.Split(' ') is [var spins, var bytes, var fault, var other]
        ? new ShopVariant(int.Parse(spins, CultureInfo.InvariantCulture), int.Parse(bytes, CultureInfo.InvariantCulture), Enum.Parse<ShopFault>(fault), other)
        : None;
}
