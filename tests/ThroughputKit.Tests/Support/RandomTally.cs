using ThroughputKit.Recording;

namespace ThroughputKit.Tests.Support;

/// <summary>Requests that end in one of six ways, as random numbers say.</summary>
internal static class RandomTally
{
    public static void Count(Tally tally, int kind, int number)
    {
        tally.Sent++;
        tally.BytesSent += number % 1_000;
        tally.BytesReceived += number % 2_000;
        switch (kind)
        {
            case 0:
                tally.Failures.Increment((FailureKind)(number % Enum.GetValues<FailureKind>().Length));
                break;
            case 1:
                tally.Answered(100 + (number % 500), isUnexpected: true);
                tally.Failures.Increment(FailureKind.UnexpectedStatus);
                break;
            case 2:
                tally.InFlightAtEnd++;
                break;
            case 3:
                var waits = new LatencyHistogram();
                waits.Record(number);
                tally.AddCensored(waits);
                tally.Failures.Increment(FailureKind.Timeout);
                break;
            default:
                tally.Answered(200 + (number % 7), isUnexpected: false);
                tally.Succeeded++;
                tally.Latency.Record(number);
                tally.HasContent |= number % 50 == 0;
                break;
        }
    }
}
