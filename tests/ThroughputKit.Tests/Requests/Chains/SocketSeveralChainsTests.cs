namespace ThroughputKit.Tests.Requests.Chains;

public sealed class SocketSeveralChainsTests() : SeveralChainsTests(LoadEngine.Socket);
