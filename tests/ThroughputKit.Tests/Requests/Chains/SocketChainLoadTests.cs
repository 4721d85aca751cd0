namespace ThroughputKit.Tests.Requests.Chains;

public sealed class SocketChainLoadTests() : ChainLoadTests(LoadEngine.Socket);
