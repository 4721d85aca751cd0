using System.Text;
using ThroughputKit.Requests.Chains;

namespace ThroughputKit.Requests.Data;

/// <summary>Encodes the values of the placeholders for one run, each column once for each place.</summary>
/// <param name="data">The data; <see langword="null"/> if there is none.</param>
/// <param name="taken">The names of the values that a chain takes from its responses.</param>
/// <param name="keepsCookies">Whether any requests carry the cookies of a virtual user.</param>
/// <param name="numbers">The numbers of the requests; <see langword="null"/> to begin with zero.</param>
internal sealed class DataEncoder(LoadData? data, IReadOnlyList<string>? taken = null, bool keepsCookies = false, RequestNumbers? numbers = null)
{
    private readonly Dictionary<string, DataColumn> _columns = Columns(data, taken ?? [], keepsCookies)
        .ToDictionary(c => c.Name, c => c.ForRun(), StringComparer.Ordinal);

    private readonly Dictionary<(string, ValuePlace), TemplateValue> _encoded = [];

    /// <summary>Gets whether names in braces are placeholders. If not, all braces are literal.</summary>
    public bool HasPlaceholders => data is not null || taken is { Count: > 0 };

    public RequestNumbers Numbers { get; } = numbers ?? new RequestNumbers();

    public bool IsColumn(string name) => _columns.ContainsKey(name);

    /// <summary>Returns the parts of a template. What isn't the name of a column is literal.</summary>
    public RequestTemplate.Part[] Encode(IEnumerable<TemplatePiece> pieces, Encoding encoding) =>
        [.. pieces.Select(p => p.Name is null || !IsColumn(p.Name)
            ? new RequestTemplate.Part(encoding.GetBytes(p.Name is null ? p.Literal : $"{p.Literal}{{{p.Name}}}"), null)
            : new RequestTemplate.Part(encoding.GetBytes(p.Literal), Find(p.Name, p.Place)))];

    private static IEnumerable<DataColumn> Columns(LoadData? data, IReadOnlyList<string> taken, bool keepsCookies) =>
    [
        .. data?.Columns ?? [],
        .. taken.Select((name, index) => new TakenColumn(name, index)),
        .. keepsCookies ? [new CookieColumn(CookieColumn.Line), new CookieColumn(CookieColumn.Rest)] : Array.Empty<DataColumn>(),
    ];

    private TemplateValue Find(string name, ValuePlace place)
    {
        if (!_encoded.TryGetValue((name, place), out var value))
        {
            _encoded[(name, place)] = value = _columns[name].In(place);
        }

        return value;
    }
}
