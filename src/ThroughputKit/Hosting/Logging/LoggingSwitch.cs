using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace ThroughputKit.Hosting.Logging;

/// <summary>Silences the log of an app for a while, to measure its cost. Uses a filter that lets nothing through, as if the app's settings had changed.</summary>
internal sealed class LoggingSwitch : IPostConfigureOptions<LoggerFilterOptions>, IOptionsChangeTokenSource<LoggerFilterOptions>
{
    private ConfigurationReloadToken _changed = new();
    private volatile bool _isSilent;

    public string Name => Options.DefaultName;

    public void AddTo(IServiceCollection services) => services
        .AddSingleton<IPostConfigureOptions<LoggerFilterOptions>>(this) // applied after all others
        .AddSingleton<IOptionsChangeTokenSource<LoggerFilterOptions>>(this);

    /// <summary>Silences the log, or enables it again.</summary>
    public void Silence(bool isSilent)
    {
        _isSilent = isSilent;
        Interlocked.Exchange(ref _changed, new ConfigurationReloadToken()).OnReload();
    }

    public IChangeToken GetChangeToken() => Volatile.Read(ref _changed);

    public void PostConfigure(string? name, LoggerFilterOptions options)
    {
        if (_isSilent)
        {
            options.Rules.Clear();
            options.MinLevel = LogLevel.None;
        }
    }
}
