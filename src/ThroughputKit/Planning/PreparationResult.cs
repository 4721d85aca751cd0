namespace ThroughputKit.Planning;

/// <summary>Decides what the value is that a preparation returns. Nothing that may be meant for the load is dropped in silence.</summary>
internal static class PreparationResult
{
    /// <summary>Returns the problem with a type that is neither headers nor one that never holds any, which would be lost.</summary>
    public static IEnumerable<Problem> Check(Type type)
    {
        // The answer to the last call, from `(client, token) => client.PostAsync(...)`, and the unit of F#'s tasks.
        var isNothing = type == typeof(HttpResponseMessage) || type.FullName == "Microsoft.FSharp.Core.Unit";
        return Problem.If(
            !isNothing && !type.IsAssignableTo(typeof(IEnumerable<KeyValuePair<string, string>>)),
            $"Prepare returns a value of the type {Readable.Type(type)}, which the load can't carry",
            "nothing, or headers: a Dictionary<string, string> or any other sequence of KeyValuePair<string, string>",
            "Is it a token? "
                + "Return new Dictionary<string, string> { [\"Authorization\"] = $\"Bearer {token}\" }. If the load doesn't need it, await the call "
                + "within braces and return nothing: async (client, token) => { await ...; }.");
    }

    /// <summary>Returns the headers of a task that has ended, whatever type it is passed as.</summary>
    /// <exception cref="InvalidOperationException">The preparation returned <see langword="null"/> in place of headers.</exception>
    public static IEnumerable<KeyValuePair<string, string>> Headers(Task ended)
    {
        var result = ended.GetType().GetProperty("Result");
        if (result is null || !result.PropertyType.IsAssignableTo(typeof(IEnumerable<KeyValuePair<string, string>>)))
        {
            return [];
        }

        return (IEnumerable<KeyValuePair<string, string>>?)result.GetValue(ended)
            ?? throw new InvalidOperationException("It returned null in place of headers.");
    }
}
