using System.Text;

namespace ThroughputKit.Requests.Data;

/// <summary>Encodes the values of the data for one run, each column once for each place.</summary>
internal sealed class DataEncoder(LoadData data)
{
    private readonly Dictionary<string, DataColumn> _columns = data.Columns.ToDictionary(c => c.Name, c => c.ForRun(), StringComparer.Ordinal);
    private readonly Dictionary<(string, ValuePlace), TemplateValue> _encoded = [];

    public bool IsColumn(string name) => _columns.ContainsKey(name);

    /// <summary>Returns the parts of a template. What isn't the name of a column is literal.</summary>
    public RequestTemplate.Part[] Encode(IEnumerable<TemplatePiece> pieces, Encoding encoding) =>
        [.. pieces.Select(p => p.Name is null || !IsColumn(p.Name)
            ? new RequestTemplate.Part(encoding.GetBytes(p.Name is null ? p.Literal : $"{p.Literal}{{{p.Name}}}"), null)
            : new RequestTemplate.Part(encoding.GetBytes(p.Literal), Find(p.Name, p.Place)))];

    private TemplateValue Find(string name, ValuePlace place)
    {
        if (!_encoded.TryGetValue((name, place), out var value))
        {
            _encoded[(name, place)] = value = _columns[name].In(place);
        }

        return value;
    }
}
