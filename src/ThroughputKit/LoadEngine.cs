namespace ThroughputKit;

/// <summary>The engine that makes the load.</summary>
public enum LoadEngine
{
    /// <summary><see cref="Epoll"/> where it can run, <see cref="Socket"/> elsewhere.</summary>
    Automatic,

    /// <summary>Dedicated threads, each of which waits for many connections at once. The fastest engine; Linux and plain HTTP only.</summary>
    Epoll,

    /// <summary>An asynchronous loop for each connection, on the thread pool. Runs everywhere, with TLS for https addresses.</summary>
    Socket,

    /// <summary>A loop for each virtual user, on the thread pool, with an HttpClient of its own. For scenarios, which have no other.</summary>
    Client,
}
