namespace ThroughputKit;

/// <summary>What makes the load.</summary>
public enum LoadEngine
{
    /// <summary><see cref="Epoll"/> where it can run, <see cref="Socket"/> elsewhere.</summary>
    Automatic,

    /// <summary>Threads of its own that each wait for many connections at once. The fastest; Linux and plain HTTP only.</summary>
    Epoll,

    /// <summary>An asynchronous loop for each connection, on the thread pool. Runs everywhere, with TLS where the address asks for it.</summary>
    Socket,
}
