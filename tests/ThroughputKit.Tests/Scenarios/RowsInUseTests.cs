using ThroughputKit.Scenarios;

namespace ThroughputKit.Tests.Scenarios;

/// <summary>Which row a user has beside others.</summary>
public class RowsInUseTests
{
    [Fact]
    public void A_row_that_somebody_has_is_passed_over()
    {
        var rows = new RowsInUse(3);

        Assert.Equal([2, 0, 1], [rows.Take(2), rows.Take(2), rows.Take(0)]);

        rows.Return(0);
        Assert.Equal(0, rows.Take(2));
    }

    [Fact]
    public void Once_all_are_taken_they_are_shared()
    {
        var rows = new RowsInUse(2);

        Assert.Equal([0, 1, 1, 0], [rows.Take(0), rows.Take(0), rows.Take(1), rows.Take(0)]);

        rows.Return(1);
        Assert.Equal(0, rows.Take(0)); // the other one of row 1 still has it
        rows.Return(1);
        Assert.Equal(1, rows.Take(0));
    }
}
