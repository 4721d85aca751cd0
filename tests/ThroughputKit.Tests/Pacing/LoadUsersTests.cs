namespace ThroughputKit.Tests.Pacing;

public class LoadUsersTests
{
    private static readonly LoadUsers _users =
        LoadUsers.From(0).RampTo(4, TimeSpan.FromSeconds(4)).Hold(TimeSpan.FromSeconds(2)).RampTo(2, TimeSpan.FromSeconds(2)).RampTo(3, TimeSpan.FromSeconds(1));

    [Theory]
    [InlineData(0, 0, 0.5)] // the number is rounded
    [InlineData(3, 0, 3.5)]
    [InlineData(3, 3.5, 0)]
    [InlineData(3, 5, 0)]
    [InlineData(3, 6.4, 0)]
    [InlineData(3, 6.6, double.PositiveInfinity)] // has left
    [InlineData(2, 7.6, 0.9)] // has left, and comes again
    [InlineData(0, 8.9, 0)]
    [InlineData(0, 9, double.PositiveInfinity)]
    [InlineData(4, 0, double.PositiveInfinity)]
    public void A_user_takes_part_while_there_are_so_many(int number, double at, double expected) => Assert.Equal(expected, _users.SecondsUntil(number, at), tolerance: 1e-9);

    [Fact]
    public void The_length_and_the_highest_number_are_those_of_all_stretches() =>
        Assert.Equal((TimeSpan.FromSeconds(9), 4), (_users.Duration, _users.Highest));
}
