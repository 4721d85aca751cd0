using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using ThroughputKit.Recording;

namespace ThroughputKit.Reporting;

/// <summary>
/// Results as JSON, for machine readers and for later. It has all that a result is made of, so that one that was read can be shown and judged: internal
/// members too, which other serializers neither write nor read.
/// </summary>
internal static class ResultJson
{
    public const int Schema = 3;

    // Of the run that has just ended.
    private static readonly Type[] _notWritten = [typeof(RunSettings), typeof(LoggingFigures), typeof(BodyKinds)];

    // All other numbers are zero or more, and finite.
    private static readonly string[] _unbounded =
    [
        nameof(MemoryFigures.ManagedHeapDelta), nameof(MemoryFigures.WorkingSetDelta), nameof(RetentionFigures.Stretches),
        nameof(RatioFigures.High), nameof(OutcomeFigures.Measured), nameof(Finding.Explains), nameof(Finding.ExplainsBytes), nameof(RunTimes.Quiet),
    ];

    /// <summary>Gets the version of the kit.</summary>
    public static string Kit { get; } =
        typeof(ResultJson).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    /// <summary>Gets the format.</summary>
    public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Strict)
    {
        WriteIndented = true,
        NewLine = "\n",
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        Converters =
        {
            new JsonStringEnumConverter(namingPolicy: null, allowIntegerValues: false),
            new Seconds(), new IntervalColumns(), new HistogramBuckets(), new BatchRow(),
        },
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { Describe } },
    };

    public static string Write(ResultDocument document) => JsonSerializer.Serialize(document, Options);

    /// <exception cref="FormatException">It is not a whole result of this kind, or was written by a version with another format.</exception>
    public static T Read<T>(string json)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(json);
        var bytes = Encoding.UTF8.GetBytes(json.TrimStart('\uFEFF')); // a byte order mark, which some editors and shells add
        try
        {
            CheckVersion(bytes);
            return JsonSerializer.Deserialize<ResultDocument>(bytes, Options)!.Parts() switch
            {
                [T part] => part,
                [var other] => throw Wrong(
                    $"The JSON is that of a {other.GetType().Name}", $"that of a {typeof(T).Name}", $"Read it with {other.GetType().Name}.FromJson."),
                [] => throw new JsonException("It has no result"),
                _ => throw new JsonException("It has several results"),
            };
        }
        catch (Exception e) when (e is JsonException or OverflowException or InvalidOperationException) // of half a character
        {
            throw Wrong(
                $"The JSON can't be read: {e.Message.Split(" Path: ")[0].TrimEnd('.')}",
                "what ToJson() has written, unchanged",
                "Is the file cut off, or edited, or of something else?",
                e);
        }
    }

    // Nothing that is written is null, so what is null is not whole.
    private static void CheckVersion(byte[] json)
    {
        var reader = new Utf8JsonReader(json);
        while (reader.Read())
        {
            if (reader.TokenType == JsonTokenType.Null)
            {
                throw new JsonException("Something is null");
            }
        }

        using var any = JsonDocument.Parse(json);
        if (any.RootElement is { ValueKind: JsonValueKind.Object } root && root.TryGetProperty("schema", out var schema)
            && (schema.ValueKind != JsonValueKind.Number || !schema.TryGetInt32(out var version) || version != Schema))
        {
            throw Wrong(
                $"The JSON has schema {schema}",
                $"schema {Schema}",
                $"Another version of the kit wrote it; this is {Kit}. Measure again, or read it with that version.");
        }
    }

    private static FormatException Wrong(string found, string expected, string cause, Exception? inner = null) =>
        new(new Problem(found, expected, cause).ToString(), inner);

    // Each property of a result that can be set is written and read, whoever may set it. No constructor is called: there is nothing else in a result.
    private static void Describe(JsonTypeInfo type)
    {
        if (type.Kind != JsonTypeInfoKind.Object || type.Type.Assembly != typeof(ResultJson).Assembly)
        {
            return;
        }

        var nullability = new NullabilityInfoContext();
        type.CreateObject = () => RuntimeHelpers.GetUninitializedObject(type.Type);
        type.OnDeserialized = ThrowIfIncomplete;
        foreach (var member in type.Type.GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)
            .Where(m => m.SetMethod is not null && !_notWritten.Contains(m.PropertyType)))
        {
            var name = JsonNamingPolicy.CamelCase.ConvertName(member.Name);
            var property = type.Properties.FirstOrDefault(p => p.Name == name) ?? Add(type, name, member);
            property.Set = (result, value) => member.SetValue(result, IsPossible(value) || _unbounded.Contains(member.Name) ? value
                : throw new JsonException($"{name} is {value}"));

            // Their type has no value for what isn't known: the bytes of the framework's client.
            var mayBeUnknown = member.DeclaringType == typeof(LoadResult) && member.Name is nameof(LoadResult.BytesSent) or nameof(LoadResult.BytesReceived);
            if (mayBeUnknown)
            {
                property.ShouldSerialize = (result, _) => result is LoadResult { Kind.IsSentByKit: true, Generator.Engine: not LoadEngine.Client };
            }

            // What is always written must be there, so that nothing is half read.
            property.IsRequired = !mayBeUnknown && nullability.Create(member).WriteState == NullabilityState.NotNull;
        }
    }

    private static JsonPropertyInfo Add(JsonTypeInfo type, string name, PropertyInfo member)
    {
        var property = type.CreateJsonPropertyInfo(member.PropertyType, name);
        property.Get = member.GetValue;
        type.Properties.Add(property);
        return property;
    }

    private static bool IsPossible(object? value) => value switch
    {
        int number => number >= 0,
        long number => number >= 0,
        double number => number is >= 0 and < double.PositiveInfinity,
        TimeSpan time => time >= TimeSpan.Zero,
        IEnumerable<double> numbers => numbers.All(n => IsPossible(n)),
        IReadOnlyDictionary<int, long> counts => counts.Values.All(c => c >= 0),
        _ => true,
    };

    // What the text of a result, and its figures, can't do without. That it has all its members is checked later.
    private static void ThrowIfIncomplete(object result)
    {
        var missing = result switch
        {
            LoadExperimentResult { Variants: { } all } e when all.All(v => v.Name != e.Reference) => "The reference is none of the variants",
            VariantFigures { Samples.Count: 0 } variant => $"The variant {variant.Name} has no sample",
            MaxRateStep { Result.Pacing: null } => "A step has no set rate",
            AllocationFigures { BytesPerRequest: not null, Windows.Count: 0 } or RetentionFigures { BytesPerRequest: not null, Stretches.Count: 0 } =>
                "Bytes per request have no measurements",
            LoadResult r when r.Sent - r.Succeeded - r.Failed != r.InFlightAtEnd => "The counts of requests don't add up",
            EndpointFigures e when e.Sent - e.Succeeded - e.Failed != e.InFlightAtEnd => $"The counts of {e.Name} don't add up",
            LoadResult { Scenarios: { } all } r when all.Sum(s => s.Iterations) != r.Iterations || all.Sum(s => s.IterationsEnded) != r.IterationsEnded =>
                "The iterations of the scenarios don't add up",
            LoadResult { Runs: { Count: > 0 } runs } r when runs.Count == 1 || runs.Any(one => one.Runs.Count > 0)
                || r.Sent != runs.Sum(one => one.Sent) || r.Succeeded != runs.Sum(one => one.Succeeded) => "The runs of a result don't add up",
            _ => null,
        };
        if (missing is not null)
        {
            throw new JsonException(missing);
        }
    }
}
