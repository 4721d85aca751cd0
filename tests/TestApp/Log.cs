namespace TestApp;

internal static partial class Log
{
    [LoggerMessage(Level = LogLevel.Information, Message = "Somebody asked, at {Time}")]
    public static partial void Asked(ILogger logger, long time);
}
