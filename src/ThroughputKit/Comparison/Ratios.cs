using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>Converts estimates of logarithms to ratios. Pure.</summary>
internal static class Ratios
{
    /// <param name="estimate">The estimate of the logarithm of a ratio; <see langword="null"/> if there is none.</param>
    /// <param name="sign">-1 if the logarithm is that of the inverse ratio, as for a slowdown; otherwise 1.</param>
    /// <param name="outside">The share of cases outside the interval on each side.</param>
    /// <returns>The ratio; <see langword="null"/> if too little was measured for an interval.</returns>
    public static RatioFigures? Of(IEstimate? estimate, int sign, double outside)
    {
        if (estimate?.Within(outside) is not { IsBounded: true } interval)
        {
            return null;
        }

        return sign > 0
            ? new RatioFigures(Math.Exp(estimate.Center), Math.Exp(interval.Low), Math.Exp(interval.High))
            : new RatioFigures(Math.Exp(-estimate.Center), Math.Exp(-interval.High), Math.Exp(-interval.Low));
    }
}
