using ThroughputKit.Execution;
using Xunit.Sdk;

namespace ThroughputKit.Tests.Attributes.Execution;

public sealed class ResultBusTests : IMessageBus
{
    private readonly List<IMessageSinkMessage> _reported = [];

    [Fact]
    public void A_flood_is_limited_while_the_test_runs_and_in_its_result()
    {
        var test = Test();
        var bus = new ResultBus(this);
        var output = new TestOutputHelper();
        output.Initialize(bus, test);

        bus.QueueMessage(new TestStarting(test));
        for (var i = 0; i < 1_010; i++)
        {
            output.WriteLine($"Answered {i}");
        }

        bus.Write("The kit's own");
        bus.QueueMessage(new TestPassed(test, 1, output.Output));
        bus.QueueMessage(new TestFinished(test, 1, output.Output));

        var live = string.Concat(_reported.OfType<ITestOutput>().Select(m => m.Output));
        Assert.EndsWith(
            "Answered 1002\nThe kit's own\nThroughputKit left out 7 lines that went to the test's output: 7 like \"Answered 1000\"\n",
            live.ReplaceLineEndings("\n"),
            StringComparison.Ordinal);
        Assert.Equal(live, Assert.Single(_reported.OfType<ITestPassed>()).Output);
        Assert.Equal(live, Assert.Single(_reported.OfType<ITestFinished>()).Output);
    }

    bool IMessageBus.QueueMessage(IMessageSinkMessage message)
    {
        _reported.Add(message);
        return true;
    }

    void IDisposable.Dispose()
    {
        // it is the inner bus
    }

    private static XunitTest Test()
    {
        var type = typeof(ResultBusTests);
        var collection = new TestCollection(new TestAssembly(Reflector.Wrap(type.Assembly)), collectionDefinition: null, "Any");
        var method = new TestMethod(new TestClass(collection, Reflector.Wrap(type)), Reflector.Wrap(type.GetMethods()[0]));
        return new XunitTest(new XunitTestCase(new NullMessageSink(), TestMethodDisplay.Method, TestMethodDisplayOptions.None, method), "Any");
    }
}
