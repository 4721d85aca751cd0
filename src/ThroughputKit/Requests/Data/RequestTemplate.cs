using System.Globalization;
using ThroughputKit.Requests.Chains;

namespace ThroughputKit.Requests.Data;

/// <summary>A request with placeholders, prepared so that each request takes only copies of bytes. Shared by all connections.</summary>
/// <param name="head">The parts of the head: all of it or, with a body that varies in length, up to the value of Content-Length.</param>
/// <param name="body">The parts of a body that varies in length; otherwise none.</param>
/// <param name="numbers">The numbers of all requests of the run.</param>
internal sealed class RequestTemplate(RequestTemplate.Part[] head, RequestTemplate.Part[] body, RequestNumbers numbers)
{
    private const int MaxDigits = 10;

    private readonly TemplateValue[] _ofUser = [.. head.Concat(body).Select(p => p.Value).OfType<TemplateValue>().Where(v => v.IsOfUser)];

    private static ReadOnlySpan<byte> EndOfHead => "\r\n\r\n"u8;

    /// <summary>Gets the numbers of all requests of the run.</summary>
    public RequestNumbers Numbers => numbers;

    /// <summary>Gets the maximum length of a request, without what a virtual user carries.</summary>
    public int MaxLength { get; } = MaxDigits + EndOfHead.Length + head.Concat(body).Sum(p => p.Literal.Length + (p.Value?.MaxLength ?? 0));

    /// <summary>Gets whether each request takes a row.</summary>
    public bool TakesRow { get; } = head.Concat(body).Any(p => p.Value is { TakesRow: true });

    /// <summary>Returns the maximum length of the next request of a virtual user.</summary>
    public int MaxLengthFor(VirtualUser user)
    {
        var length = MaxLength;
        foreach (var value in _ofUser)
        {
            length += value.MaxLengthFor(user);
        }

        return length;
    }

    /// <summary>Writes a request, and returns its bytes.</summary>
    public ReadOnlyMemory<byte> Write(byte[] buffer, in DataPosition position)
    {
        var endOfHead = Write(head, buffer, 0, position);
        if (body.Length == 0)
        {
            return buffer.AsMemory(0, endOfHead);
        }

        // The length is known once the body is written. The digits stand right before the end of the head, and what precedes them is moved there.
        EndOfHead.CopyTo(buffer.AsSpan(endOfHead + MaxDigits));
        var start = endOfHead + MaxDigits + EndOfHead.Length;
        var end = Write(body, buffer, start, position);
        Span<byte> digits = stackalloc byte[MaxDigits];
        (end - start).TryFormat(digits, out var count, default, CultureInfo.InvariantCulture);
        digits[..count].CopyTo(buffer.AsSpan(endOfHead + MaxDigits - count));
        buffer.AsSpan(0, endOfHead).CopyTo(buffer.AsSpan(MaxDigits - count));
        return buffer.AsMemory(MaxDigits - count, end - (MaxDigits - count));
    }

    private static int Write(Part[] parts, byte[] buffer, int at, in DataPosition position)
    {
        foreach (ref readonly var part in parts.AsSpan())
        {
            part.Literal.CopyTo(buffer.AsSpan(at));
            at += part.Literal.Length;
            at += part.Value?.Write(buffer.AsSpan(at), position) ?? 0;
        }

        return at;
    }

    /// <summary>Literal bytes, and the value after them, if there is one.</summary>
    internal readonly record struct Part(byte[] Literal, TemplateValue? Value);
}
