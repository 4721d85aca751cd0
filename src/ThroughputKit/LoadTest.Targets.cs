using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.Hosting;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Planning;

namespace ThroughputKit;

/// <content>The targets: what can be put under load.</content>
public sealed partial class LoadTest
{
    /// <summary>
    /// Gets a test of the kit's own bare Kestrel endpoint, which answers every request with a few bytes. As a reference for <see cref="ComparedWith"/> it means
    /// about the same on every machine, unlike a number of requests per second.
    /// </summary>
    public static LoadTest BuiltIn { get; } = new(new LoadPlan(new BareTarget()) { Requests = [LoadRequest.Get("/")] });

    /// <summary>Creates a test of an app that the kit starts from its entry point on real Kestrel on a free loopback port, and stops after each run.</summary>
    /// <typeparam name="TEntryPoint">Any public type of the app's assembly.</typeparam>
    /// <param name="configure">Overrides for the app's environment, configuration and services.</param>
    public static LoadTest For<TEntryPoint>(Action<AppOptions>? configure = null)
        where TEntryPoint : class
    {
        var options = new AppOptions();
        configure?.Invoke(options);
        return new LoadTest(new LoadPlan(new CreatedAppTarget<TEntryPoint>(() => options)));
    }

    /// <summary>
    /// Creates a test of an app behind a factory of the caller. A factory that hasn't started is started on Kestrel, with the options of an earlier
    /// <c>UseKestrel</c>, and on a free loopback port unless these or the app's code have an endpoint. A factory that has started on Kestrel is loaded
    /// unchanged. The factory is never disposed.
    /// </summary>
    /// <typeparam name="TEntryPoint">The type of the app's assembly that the factory uses.</typeparam>
    /// <param name="factory">The factory.</param>
    public static LoadTest For<TEntryPoint>(WebApplicationFactory<TEntryPoint> factory)
        where TEntryPoint : class
    {
        ArgumentNullException.ThrowIfNull(factory);
        return new LoadTest(new LoadPlan(new FactoryTarget<TEntryPoint>(factory)));
    }

    /// <summary>
    /// Creates a test of a host of the caller, such as a <c>WebApplication</c>. The host is started if it isn't running, and never stopped or disposed.
    /// </summary>
    /// <param name="host">The host.</param>
    public static LoadTest For(IHost host) => new(new LoadPlan(new HostTarget(host.NotNull())));

    /// <summary>Creates a test of an app that one host keeps running for many tests. The app starts with the first of them, and stops with the host.</summary>
    /// <typeparam name="TEntryPoint">The type of the app's assembly that the host uses.</typeparam>
    /// <param name="host">The host.</param>
    public static LoadTest For<TEntryPoint>(ThroughputHost<TEntryPoint> host)
        where TEntryPoint : class
    {
        ArgumentNullException.ThrowIfNull(host);
        return new LoadTest(new LoadPlan(host.Target));
    }

    /// <summary>
    /// Creates a test of a published app, or of the output of a build, that the kit starts in a process of its own on a free loopback port, and stops after
    /// each run. Its memory and processor time are its own: a start-up hook reads them within that process, as exactly as in this process. The app never
    /// outlives the test's process.
    /// </summary>
    /// <param name="folder">The folder. A relative path is resolved against the current directory.</param>
    /// <param name="configure">The app's environment, configuration, arguments and runtime settings.</param>
    public static LoadTest ForPublished(string folder, Action<PublishedAppOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(folder);
        var options = new PublishedAppOptions();
        configure?.Invoke(options);
        return new LoadTest(new LoadPlan(new PublishedAppTarget(folder, options)));
    }

    /// <summary>
    /// Returns the same test over https: the port that the kit gives the app speaks TLS. Its certificate is made in memory when the app starts, nothing is
    /// installed, and only this run trusts it. The app sees https as the scheme of its requests.
    /// </summary>
    /// <remarks>
    /// A host or factory of yours gets such a port beside a plain one when a test over https starts it; one that runs already must have an address of https.
    /// For a <see cref="ThroughputHost{TEntryPoint}"/>, also set <see cref="AppOptions.OverHttps"/>. An app at an address is loaded as the address says, so
    /// this is a mistake there.
    /// </remarks>
    public LoadTest OverHttps() => Once(_plan with { Target = OwnPorts.Of(_plan.Target, OwnPort.Tls) });

    /// <summary>
    /// Creates a test of an app that is already listening, in another process. Only loopback addresses are allowed, unless <see cref="AllowHost"/> names
    /// the host.
    /// </summary>
    /// <param name="address">Scheme, host and port, such as <c>http://localhost:5000</c>.</param>
    public static LoadTest Against(Uri address) => new(new LoadPlan(new UriTarget(address.NotNull().OriginalString)));

    /// <inheritdoc cref="Against(Uri)"/>
    public static LoadTest Against(string address) => new(new LoadPlan(new UriTarget(address.NotNull())));

    /// <summary>Returns the same test on the port that another test has, over as many connections and streams, in its version of HTTP.</summary>
    internal LoadTest LoadedAs(LoadTest other) =>
        new((_plan with { Target = _plan.Target.On(other.Plan.Target.Port) }).With(_plan.Options.ConnectedAs(other.Plan.Options)));
}
