namespace ThroughputKit.StartupHooks;

/// <summary>Checks whether the framework logs a line for every request.</summary>
internal static class RequestLog
{
    private const string Category = "Microsoft.AspNetCore.Hosting.Diagnostics";
    private const int Information = 2;

    private static readonly Type? _factory = Type.GetType("Microsoft.Extensions.Logging.ILoggerFactory, Microsoft.Extensions.Logging.Abstractions");
    private static readonly Type? _logger = Type.GetType("Microsoft.Extensions.Logging.ILogger, Microsoft.Extensions.Logging.Abstractions");

    public static bool IsOn(IServiceProvider services)
    {
        if (_factory is null || _logger is null || services.GetService(_factory) is not { } factory)
        {
            return false;
        }

        var logger = _factory.GetMethod("CreateLogger")!.Invoke(factory, [Category]);
        var isEnabled = _logger.GetMethod("IsEnabled")!;
        var level = Enum.ToObject(isEnabled.GetParameters()[0].ParameterType, Information);
        return isEnabled.Invoke(logger, [level]) is true;
    }
}
