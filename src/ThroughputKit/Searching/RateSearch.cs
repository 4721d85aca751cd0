using System.Globalization;

namespace ThroughputKit.Searching;

/// <summary>
/// Finds the highest rate that holds. It chooses the next rate from the rates that have held. Pure. A rate that has not held is tried once
/// more before it counts.
/// </summary>
/// <remarks>
/// 1. Begin one stride below the rate reached without a set rate. 2. While all rates have held, or none has, continue up or down in strides, each
/// the square of the previous one. 3. Halve the remaining range on a ratio scale, until it is within the precision.
/// The strides are powers of two whose repeated square roots end at 1.044. So the last stride takes six more rates, and the whole search takes eleven.
/// </remarks>
internal sealed class RateSearch
{
    /// <summary>The maximum ratio of the lowest rate that did not hold to the highest rate that did.</summary>
    public const double Precision = 1.05;

    /// <summary>The maximum number of steps: eleven rates, each tried twice.</summary>
    public const int MaxSteps = 22;

    private const double HighestRate = 10_000_000;

    private static readonly double[] _strides = [Math.Sqrt(2), 2, 4, 16];

    private int _stridesTaken;
    private double? _lowestNotHeld;
    private bool _isSecondTry;

    /// <param name="capacity">The RPS reached without a set rate.</param>
    public RateSearch(double capacity) => Next = capacity > 0 ? Round(capacity / Math.Sqrt(2)) : null;

    /// <summary>Gets the rate to try next; <see langword="null"/> when the search is over.</summary>
    public double? Next { get; private set; }

    /// <summary>Gets the highest rate that has held; 0 if none has.</summary>
    public double Rate { get; private set; }

    /// <summary>Gets the reason why the search is over, in words.</summary>
    public string Reason => (Rate, _lowestNotHeld) switch
    {
        (0, null) => "no request succeeded in the run without a set rate, so no rate was tried",
        (0, { } low) => $"none held, down to {Show(low)} RPS",
        (_, null) => $"{Show(Rate)} RPS is the highest rate that was tried; a higher one might hold",
        (_, { } high) => $"{Show(high)} RPS did not hold in two tries",
    };

    /// <summary>Records whether the next rate held.</summary>
    public void Record(bool held)
    {
        if (!held && !_isSecondTry)
        {
            _isSecondTry = true;
            return;
        }

        _isSecondTry = false;
        (Rate, _lowestNotHeld) = held ? (Next!.Value, _lowestNotHeld) : (Rate, Next);
        Next = Rate > 0 && _lowestNotHeld is { } high ? Between(Rate, high) : Beyond();
    }

    private static double? Between(double low, double high) => high / low <= Precision ? null : Round(Math.Sqrt(low * high));

    private double? Beyond()
    {
        if (_stridesTaken == _strides.Length || Rate >= HighestRate)
        {
            return null;
        }

        var stride = _strides[_stridesTaken++];
        return Round(Rate > 0 ? Math.Min(HighestRate, Rate * stride) : _lowestNotHeld!.Value / stride);
    }

    // Four digits are enough to read, and keep the precision.
    private static double Round(double rate)
    {
        var unit = Math.Pow(10, 3 - Math.Floor(Math.Log10(rate)));
        return Math.Round(rate * unit) / unit;
    }

    private static string Show(double rate) => rate.ToString("#,0.####", CultureInfo.InvariantCulture);
}
