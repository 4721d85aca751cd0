namespace ThroughputKit.Hosting.Published;

/// <summary>The messages between the kit and the start-up hook. Each is a line of UTF-8: its name, then its values, with a tab before each.</summary>
internal static class HookMessage
{
    /// <summary>To the hook: return the process's counters.</summary>
    public const string Snapshot = "snapshot";

    /// <summary>To the hook: run full collections and return the heap size after them.</summary>
    public const string Heap = "heap";

    /// <summary>To the hook: return the number of compiled methods.</summary>
    public const string Methods = "methods";

    /// <summary>To the hook: return the number of methods that the compiler still has to optimize, and watch it from now on.</summary>
    public const string Owed = "owed";

    /// <summary>To the hook: end the watch of the compiler. Not answered.</summary>
    public const string EndCompilerWatch = "end-compiler-watch";

    /// <summary>To the hook: stop the app. Not answered.</summary>
    public const string Stop = "stop";

    /// <summary>To the hook: begin to sample the allocated types. Not answered.</summary>
    public const string BeginSampling = "begin-sampling";

    /// <summary>To the hook: end sampling and return the types, the largest share first. Each is its share, a space, and its name.</summary>
    public const string EndSampling = "end-sampling";

    /// <summary>To the hook: begin to count what the app does. Not answered.</summary>
    public const string BeginCounting = "begin-counting";

    /// <summary>To the hook: return the milliseconds until everything is counted.</summary>
    public const string CountsSettleIn = "counts-settle-in";

    /// <summary>To the hook: return the counts so far.</summary>
    public const string Counts = "counts";

    /// <summary>To the hook: forget what was counted so far, but for the numbers. Not answered.</summary>
    public const string ForgetTexts = "forget-texts";

    /// <summary>To the hook: end counting and return what was counted, as <see cref="ThroughputKit.Counting.CountedTextsLine"/> writes it.</summary>
    public const string EndCounting = "end-counting";

    /// <summary>To the kit: the hook runs. The values are facts about the runtime.</summary>
    public const string Hello = "hello";

    /// <summary>To the kit: the app has built a host on Kestrel. A message follows when it has started.</summary>
    public const string Built = "built";

    /// <summary>To the kit: the app has started. The values are facts about it.</summary>
    public const string Started = "started";

    /// <summary>To the kit: the app begins to stop.</summary>
    public const string Stopping = "stopping";

    /// <summary>To the kit: the answer to a command.</summary>
    public const string Answer = "answer";
}
