using Xunit.Sdk;

namespace ThroughputKit.Tests.Assertions.Support;

/// <summary>The messages that the library throws within xunit.</summary>
internal static class Failing
{
    /// <summary>The message of an assertion that must not hold.</summary>
    public static string Message(Action assert) => Assert.ThrowsAny<XunitException>(assert).Message.ReplaceLineEndings("\n");

    /// <summary>The same without the summary of the run.</summary>
    public static string FirstLine(Action assert) => Message(assert).Split('\n')[0];
}
