namespace ThroughputKit;

/// <summary>The names of all findings, for <see cref="Finding.Name"/>.</summary>
public static class FindingNames
{
    /// <summary>The app logged one or more lines for about every request.</summary>
    public const string AppLogging = "AppLogging";

    /// <summary>The app stopped, or its process exited, during the run.</summary>
    public const string AppStopped = "AppStopped";

    /// <summary>Every response is 401 or 403.</summary>
    public const string Authorization = "Authorization";

    /// <summary>The process allocates a lot without any requests.</summary>
    public const string Background = "Background";

    /// <summary>Every response is 400, 415 or 422.</summary>
    public const string BadRequest = "BadRequest";

    /// <summary>The run was cancelled.</summary>
    public const string Cancelled = "Cancelled";

    /// <summary>The candidate keeps working after its responses, so part of its cost falls on the reference.</summary>
    public const string CandidateTrailingWork = "CandidateTrailingWork";

    /// <summary>Code was rewritten to collect coverage.</summary>
    public const string CodeCoverage = "CodeCoverage";

    /// <summary>The server kept closing connections, so many had to be opened.</summary>
    public const string ConnectionChurn = "ConnectionChurn";

    /// <summary>A cookie that the app set in a preparation was carried by no request.</summary>
    public const string CookieNotSent = "CookieNotSent";

    /// <summary>Requests that were to be sent once each had been sent in the warm-up before.</summary>
    public const string DataUsedInWarmUp = "DataUsedInWarmUp";

    /// <summary>The app, a project that it references, or the kit was built without optimizations.</summary>
    public const string DebugBuild = "DebugBuild";

    /// <summary>A debugger is attached.</summary>
    public const string DebuggerAttached = "DebuggerAttached";

    /// <summary>The app runs in the Development environment.</summary>
    public const string DevelopmentEnvironment = "DevelopmentEnvironment";

    /// <summary>The two sides of a comparison differ so much that their ratio depends on the machine and the process.</summary>
    public const string DistantReference = "DistantReference";

    /// <summary>A request of a mix was in too few slices.</summary>
    public const string RareRequest = "RareRequest";

    /// <summary>Every successful response to a GET had an empty body.</summary>
    public const string EmptyResponses = "EmptyResponses";

    /// <summary>The load generator, not the app, was the bottleneck.</summary>
    public const string GeneratorBound = "GeneratorBound";

    /// <summary>Every response redirects to HTTPS.</summary>
    public const string HttpsRedirection = "HttpsRedirection";

    /// <summary>Every response says that the endpoint requires another version of HTTP: 426, or 400 from an endpoint for HTTP/2 only.</summary>
    public const string HttpVersion = "HttpVersion";

    /// <summary>The app was nearly idle although every connection waited long for its response.</summary>
    public const string IdleApp = "IdleApp";

    /// <summary>The set rate or the pauses of virtual users were not kept.</summary>
    public const string LateSends = "LateSends";

    /// <summary>Settings of the test reached the app only when it was built.</summary>
    public const string LateSettings = "LateSettings";

    /// <summary>Other processes, other virtual machines or a container limit took processor time.</summary>
    public const string MachineBusy = "MachineBusy";

    /// <summary>The candidate sends more database commands or HTTP requests for a request, or throws more exceptions, than the reference.</summary>
    public const string MoreWork = "MoreWork";

    /// <summary>Every response is 405.</summary>
    public const string MethodNotAllowed = "MethodNotAllowed";

    /// <summary>The runtime's count of allocated bytes cannot be right.</summary>
    public const string Miscount = "Miscount";

    /// <summary>The app's process did not answer when asked for its figures.</summary>
    public const string NoAnswer = "NoAnswer";

    /// <summary>Every response is 404.</summary>
    public const string NotFound = "NotFound";

    /// <summary>No step of a scenario got a response with its user's client.</summary>
    public const string NothingReceived = "NothingReceived";

    /// <summary>No request succeeded within the window.</summary>
    public const string NothingSucceeded = "NothingSucceeded";

    /// <summary>Every response is 304.</summary>
    public const string NotModified = "NotModified";

    /// <summary>The warm-up ended before the app was steady.</summary>
    public const string NotSteady = "NotSteady";

    /// <summary>Another load test in this process ran at the same time.</summary>
    public const string Overlap = "Overlap";

    /// <summary>A profiler, a coverage collector or a monitoring agent is attached.</summary>
    public const string ProfilerAttached = "ProfilerAttached";

    /// <summary>Every response is 429, or 503 after the first successes.</summary>
    public const string RateLimiting = "RateLimiting";

    /// <summary>Every response is a redirect.</summary>
    public const string Redirection = "Redirection";

    /// <summary>The reference keeps working after its responses, so part of its cost falls on the candidate.</summary>
    public const string ReferenceTrailingWork = "ReferenceTrailingWork";

    /// <summary>The framework logs every request.</summary>
    public const string RequestLogging = "RequestLogging";

    /// <summary>Two sides that are compared differ in their load or, if measured at different times, in their machine or runtime.</summary>
    public const string OtherConditions = "OtherConditions";

    /// <summary>The time limit ended the run before all requests were sent.</summary>
    public const string RequestsLeft = "RequestsLeft";

    /// <summary>Every response is 413, 414 or 431.</summary>
    public const string RequestTooLarge = "RequestTooLarge";

    /// <summary>The bodies of the successes changed for good during the run.</summary>
    public const string ResponsesChanged = "ResponsesChanged";

    /// <summary>The two sides of a comparison answer the same requests with bodies of different kinds.</summary>
    public const string ResponsesDiffer = "ResponsesDiffer";

    /// <summary>The app failed: responses had a status of 500 or above, or were cut off, or every response is 408 or 499.</summary>
    public const string ServerError = "ServerError";

    /// <summary>The two sides of a comparison run in different kinds of processes.</summary>
    public const string SidesApart = "SidesApart";

    /// <summary>The fastest engine could not be used.</summary>
    public const string SlowerEngine = "SlowerEngine";

    /// <summary>One side of a comparison served fewer requests a second in its turns than alone.</summary>
    public const string SlowInTurns = "SlowInTurns";

    /// <summary>The app's later responses had other statuses than the first.</summary>
    public const string StatusChanged = "StatusChanged";

    /// <summary>Allocated bytes were measured while code was still being compiled.</summary>
    public const string StillCompiling = "StillCompiling";

    /// <summary>The app could not be stopped cleanly.</summary>
    public const string StopFailed = "StopFailed";

    /// <summary>Iterations of a scenario did not end when they had to.</summary>
    public const string StuckIterations = "StuckIterations";

    /// <summary>The thread pool had too few threads for the app, or more than it will have in production.</summary>
    public const string ThreadPool = "ThreadPool";

    /// <summary>There were too few requests for some of the figures.</summary>
    public const string TooFewRequests = "TooFewRequests";

    /// <summary>A tenth of the connections or more never got a response.</summary>
    public const string UnservedConnections = "UnservedConnections";

    /// <summary>The app is built for the server garbage collector but ran with the workstation one.</summary>
    public const string WorkstationGc = "WorkstationGc";
}
