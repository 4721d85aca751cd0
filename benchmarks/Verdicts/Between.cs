namespace Verdicts;

/// <summary>What a series compares.</summary>
internal enum Between
{
    /// <summary>Two endpoints of one app.</summary>
    Endpoints,

    /// <summary>One endpoint of two apps in one process.</summary>
    Apps,

    /// <summary>One endpoint of two processes of a published app.</summary>
    Processes,
}
