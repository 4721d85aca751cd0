namespace ThroughputKit.Responses.Checks;

/// <summary>What a check looks at.</summary>
internal enum ResponsePart
{
    /// <summary>The fields of the head.</summary>
    Head,

    /// <summary>The length of the body, which is known although the body isn't kept.</summary>
    BodyLength,

    /// <summary>The body, which is kept for it.</summary>
    Body,
}
