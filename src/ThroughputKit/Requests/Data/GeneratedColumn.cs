using System.Buffers.Binary;
using System.Globalization;

namespace ThroughputKit.Requests.Data;

/// <summary>A column whose values are written when they are needed.</summary>
/// <param name="Name">The name of the column.</param>
/// <param name="MaxLength">The maximum length of a value.</param>
/// <param name="Create">Returns what writes the values of one run.</param>
/// <param name="IsOfUser">Whether a function of the user writes them. It is called for requests only: it may count its calls, or use values up.</param>
internal sealed record GeneratedColumn(string Name, int MaxLength, Func<LoadValueWriter> Create, bool IsOfUser = false) : DataColumn(Name)
{
    private const int MaxOfUser = 1_024;

    public static GeneratedColumn Of(string name, LoadValueWriter write) => new(name, MaxOfUser, () => write, IsOfUser: true);

    public static GeneratedColumn Counter(string name, long first) => new(name, MaxLength: 20, () => (destination, number) =>
    {
        ((Int128)first + number).TryFormat(destination, out var written, default, CultureInfo.InvariantCulture);
        return written;
    });

    public static GeneratedColumn Timestamp(string name) => new(name, MaxLength: 33, () => (destination, _) =>
    {
        TimeProvider.System.GetUtcNow().UtcDateTime.TryFormat(destination, out var written, "O", CultureInfo.InvariantCulture);
        return written;
    });

    // Random.Shared and Guid.NewGuid ask for randomness each time. Here each run does once.
    public static GeneratedColumn Guid(string name) => new(name, MaxLength: 36, () =>
    {
        var (high, low) = ((ulong)Random.Shared.NextInt64(), (ulong)Random.Shared.NextInt64());
        return (destination, number) =>
        {
            Span<byte> bytes = stackalloc byte[16];
            BinaryPrimitives.WriteUInt64BigEndian(bytes, (Scatter.Of(high + (ulong)number) & ~0xF000UL) | 0x4000); // version 4: random
            BinaryPrimitives.WriteUInt64BigEndian(bytes[8..], (Scatter.Of(low + (ulong)number) & (~0UL >> 2)) | (1UL << 63));
            new System.Guid(bytes, bigEndian: true).TryFormat(destination, out var written);
            return written;
        };
    });

    public override DataColumn ForRun()
    {
        var write = Create();
        return this with { Create = () => write };
    }

    public override TemplateValue In(ValuePlace place) => new GeneratedValue(Name, MaxLength, Create(), place);

    // Tried once: of the kit's own columns, all values may stand there, or none.
    public override Problem? Check(ValuePlace place, string where)
    {
        var problem = IsOfUser ? null
            : new GeneratedValue(Name, MaxLength, Create(), place).TryWrite(new byte[Escaping.MaxLength(place, MaxLength)], default, out _, out _);
        return problem is null ? null : problem with { Found = $"{problem.Found}, for {where}" };
    }
}
