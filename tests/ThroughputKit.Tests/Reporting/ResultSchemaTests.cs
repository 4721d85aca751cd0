using System.Text.Json;
using System.Text.Json.Nodes;
using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reporting;

/// <summary>The JSON Schema of results, which is in the package.</summary>
public class ResultSchemaTests
{
    private const string Command = "THROUGHPUTKIT_APPROVE=1 dotnet test -c Release tests/ThroughputKit.Tests --filter FullyQualifiedName~ResultSchemaTests";

    private static readonly string _file = Path.Combine(Repository.Root, "src", "ThroughputKit", "throughputkit-result.schema.json");

    private static readonly Lazy<JsonNode> _schema = new(() => JsonNode.Parse(ResultSchema.Write())!);

    [Fact]
    public void The_one_in_the_package_is_that_of_the_results()
    {
        var schema = ResultSchema.Write();
        if (Environment.GetEnvironmentVariable("THROUGHPUTKIT_APPROVE") is "1" or "true")
        {
            Assert.True(Environment.GetEnvironmentVariable("CI") != "true", "Approve where somebody looks through the changes and commits them: CI is true.");
            File.WriteAllText(_file, schema);
            return;
        }

        Assert.True(
            File.Exists(_file) && File.ReadAllText(_file).ReplaceLineEndings("\n") == schema,
            $"{Path.GetFileName(_file)} is not the schema of what ToJson writes. If the change is meant: {Command}, and commit what it writes.");
    }

    [Fact]
    public void Results_fit_it() => Prop.ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), seed =>
    {
        var random = new System.Random(seed);
        AssertFits(ReadResultTests.Random(random).ToJson());
        AssertFits(ReadResultTests.Search(random).ToJson());
        AssertFits(new LoadExperimentResult([ReadResultTests.Variant("a", random)], "a").ToJson());
    }).Check(FixedInputs.Of(20));

    [Fact]
    public void What_has_an_unknown_member_or_lacks_one_does_not_fit()
    {
        var more = JsonNode.Parse(ReadResultTests.Random(new System.Random(1)).ToJson())!;
        var less = more.DeepClone();
        more["result"]!["more"] = 1;
        less["result"]!.AsObject().Remove("sent");

        Assert.NotNull(Misfit(more, _schema.Value, "document"));
        Assert.NotNull(Misfit(less, _schema.Value, "document"));
    }

    private static void AssertFits(string json) => Assert.Null(Misfit(JsonNode.Parse(json)!, _schema.Value, "document"));

    // As much of JSON Schema as this one uses. Returns the first part of a document that doesn't fit.
    private static string? Misfit(JsonNode value, JsonNode schema, string place)
    {
        if (schema["$ref"] is { } reference)
        {
            return Misfit(value, _schema.Value["$defs"]![((string)reference!).Split('/')[^1]]!, place);
        }

        if (schema["anyOf"] is JsonArray any)
        {
            return any.Any(s => Misfit(value, s!, place) is null) ? null : place;
        }

        if ((schema["enum"] ?? (schema["const"] is { } one ? new JsonArray(one.DeepClone()) : null)) is JsonArray values)
        {
            return values.Any(v => JsonNode.DeepEquals(v, value)) ? null : place;
        }

        return (string?)schema["type"] switch
        {
            "object" when value is JsonObject all => (schema["required"]?.AsArray() ?? []).Select(r => (string)r!).FirstOrDefault(r => !all.ContainsKey(r))
                ?? all.Select(p => (schema["properties"]?[p.Key] ?? schema["additionalProperties"]) is JsonObject own
                    ? Misfit(p.Value!, own, $"{place}.{p.Key}") : $"{place}.{p.Key}").FirstOrDefault(m => m is not null),
            "array" when value is JsonArray all => all.Select((v, i) => Misfit(v!, schema["items"]!, $"{place}[{i}]")).FirstOrDefault(m => m is not null),
            "string" when value.GetValueKind() == JsonValueKind.String => null,
            "boolean" when value.GetValueKind() is JsonValueKind.True or JsonValueKind.False => null,
            "number" when value.GetValueKind() == JsonValueKind.Number => null,
            "integer" when value.GetValueKind() == JsonValueKind.Number && decimal.IsInteger((decimal)value) => null,
            _ => place,
        };
    }
}
