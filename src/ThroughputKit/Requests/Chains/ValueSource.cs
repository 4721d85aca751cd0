using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Requests.Chains;

/// <summary>Where a request of a chain takes a value from its response. Immutable; all virtual users share it.</summary>
internal abstract class ValueSource(string name)
{
    public const string TooLong = "it is longer than 8 KiB";

    /// <summary>Gets the name of the value in placeholders.</summary>
    public string Name { get; } = name;

    /// <summary>Gets the part of the response that it reads.</summary>
    public abstract ResponsePart Part { get; }

    /// <summary>Gets why no response can have such a value; <see langword="null"/> if one may.</summary>
    public virtual Problem? Problem => null;

    /// <summary>Takes the value. Returns why there is none, as in "the JSON has nothing at '/token'"; <see langword="null"/> if it was taken.</summary>
    public abstract string? Take(in CheckedResponse response, ValueBuffer value);
}
