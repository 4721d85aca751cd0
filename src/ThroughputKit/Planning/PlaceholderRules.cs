using ThroughputKit.Requests.Data;

namespace ThroughputKit.Planning;

/// <summary>Finds placeholders that would be sent as they stand there, or whose values would be.</summary>
internal static class PlaceholderRules
{
    public static IEnumerable<Problem> Check(LoadPlan plan)
    {
        if (!plan.HasPlaceholders)
        {
            return [];
        }

        var names = plan.PlaceholderNames();
        return plan.Requests.Select(r => r.WithDefaultHeaders(plan.Headers)).SelectMany(r => Check(r, names.Contains));
    }

    private static IEnumerable<Problem> Check(LoadRequest request, Func<string, bool> isColumn) =>
    [
        .. RequestPieces.Foreign(request, isColumn).Distinct().Select(p => AsOtherToolsWriteIt(p.Written, p.Name, p.Where)),
        .. RequestPieces.MisplacedRaw(request, isColumn).Distinct().Select(p => new Problem(
            $"{{{p.Name}:raw}} is in {p.Where}", "a path or a query", $"Write {{{p.Name}}}: only there a value would be percent-encoded.")),
        .. RequestPieces.InOtherEncoding(request, isColumn) is not { } column ? []
            : new[]
            {
                request.IsGrpc ? new Problem(
                    $"{{{column}}} is in the message of {request.Name}", "placeholders in the path or in headers alone",
                    "A message has lengths in it, so no value can be written there. Send several messages, each with a request of its own. "
                        + "Where it has these characters by chance, give the column another name.")
                : new Problem(
                    $"{{{column}}} is in the body of {request.Name}, which is not UTF-8", "a body in UTF-8, in which its value can be written",
                    "Encode the body as UTF-8, and say so in its Content-Type. Where it has these characters by chance, give the column another name."),
            },
    ];

    private static Problem AsOtherToolsWriteIt(string written, string name, string where) => new(
        $"{written} is in {where}, as other tools write a placeholder",
        $"the name in single braces: {{{name}}}",
        written[0] == '%' ? "Its braces were escaped with the rest: write the placeholder into the text that is already escaped."
            : written[0] == '{' ? $"To send {written} as it is, write {written[..written.LastIndexOf('{')]}{{{written}."
            : $"To send a {written[0]} before the value, write {written[0]}{written}.");
}
