using System.Security.Cryptography;
using System.Text;

namespace ThroughputKit.Testing;

/// <summary>The name of the folder of a test's reports: the test's own, without what some file system doesn't allow. Pure.</summary>
internal static class ReportName
{
    private const int MaxLength = 100;
    private const int MaxBytes = 200;
    private const string Allowed = "._-(),=";

    // Windows has devices of these names in every folder, whatever follows a dot.
    private static readonly string[] _reserved =
        ["CON", "PRN", "AUX", "NUL", .. Enumerable.Range(0, 10).SelectMany(n => new[] { $"COM{n}", $"LPT{n}" })];

    /// <summary>Returns a different name for each test: if anything was replaced, it ends with a hash.</summary>
    /// <param name="test">The test's name, with its arguments.</param>
    public static string Of(string test)
    {
        var name = Cut(string.Join('_', string.Concat(test.Select(c => char.IsLetterOrDigit(c) || Allowed.Contains(c, StringComparison.Ordinal) ? c : ' '))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)));
        name = _reserved.Contains(name.Split('.')[0], StringComparer.OrdinalIgnoreCase) ? $"_{name}" : name;
        return name == test && name.Length > 0 ? name : $"{name}-{Hash(test)}".TrimStart('-');
    }

    private static string Cut(string name)
    {
        var length = Math.Min(name.Length, MaxLength);
        while (Encoding.UTF8.GetByteCount(name.AsSpan(0, length)) > MaxBytes)
        {
            length--;
        }

        return name[..length].Trim('.');
    }

    private static string Hash(string test) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(test)))[..8];
}
