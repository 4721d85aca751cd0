using ThroughputKit.Requests.Data;
using ThroughputKit.Scenarios;

namespace ThroughputKit;

/// <summary>A row of a scenario's data: <see cref="LoadUser.Data"/>. No other user has it at the same time, if there are as many rows as users.</summary>
public sealed class LoadRow
{
    private readonly UserData? _data;
    private readonly DataPosition _position;
    private readonly IUserSteps _steps;

    internal LoadRow(UserData? data, DataPosition position, IUserSteps steps) => (_data, _position, _steps) = (data, position, steps);

    /// <summary>
    /// Gets the value of a column as text, which is not escaped; an empty one for the null of JSON. A function of the data is called, and the time is read,
    /// at each call.
    /// </summary>
    /// <param name="column">The name of the column.</param>
    /// <exception cref="LoadTestException">There is no such column, or its function failed. The run ends.</exception>
    public string this[string column]
    {
        get
        {
            try
            {
                return UserData.Read(_data, column.NotNull(), _position);
            }
            catch (LoadTestException e)
            {
                throw _steps.Mistaken(e);
            }
        }
    }
}
