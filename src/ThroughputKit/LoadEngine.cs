namespace ThroughputKit;

/// <summary>The engine that makes the load.</summary>
public enum LoadEngine
{
    /// <summary>
    /// The fastest that can run: <see cref="Uring"/> if each thread has 16 connections or more, else <see cref="Epoll"/>, and <see cref="Socket"/> where
    /// neither can. The environment variable <c>THROUGHPUTKIT_NO_URING=1</c> leaves out the first. <see cref="Client"/> if nothing else can do what is asked.
    /// </summary>
    Automatic,

    /// <summary>Dedicated threads, each of which waits for many connections at once. Linux only; for https addresses with OpenSSL 1.1 or 3.</summary>
    Epoll,

    /// <summary>An asynchronous loop for each connection, on the thread pool. Runs everywhere, with .NET's own TLS for https addresses.</summary>
    Socket,

    /// <summary>
    /// The framework's HTTP client: a handler of its own for each connection, or virtual user of a scenario. For what only it can do, such as
    /// <see cref="LoadOptions.ClientHandler"/>, or <see cref="LoadProtocol.Http2"/> where there is no Linux. It takes more processor time, and allocates for
    /// each request: an app in the same process has no exact bytes.
    /// </summary>
    Client,

    /// <summary>
    /// Like <see cref="Epoll"/>, but the kernel sends and receives for many connections in one call (io_uring), which takes less processor time if they are
    /// many. Linux 6.1 or later, unless a setting or a sandbox, such as that of most containers, forbids io_uring.
    /// </summary>
    Uring,
}
