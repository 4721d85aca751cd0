using System.Globalization;
using ThroughputKit;

namespace HotPath;

/// <summary>The rows of a CSV file of 10,000 products.</summary>
internal static class Products
{
    private const int Rows = 10_000;

    public static LoadData Read()
    {
        var file = Path.GetTempFileName();
        try
        {
            File.WriteAllLines(
                file, ["id,name,price", .. Enumerable.Range(0, Rows).Select(i => string.Create(CultureInfo.InvariantCulture, $"{i},\"Product \"\"{i}\"\"\",{i % 100}.5"))]);
            return LoadData.FromCsv(file);
        }
        finally
        {
            File.Delete(file);
        }
    }
}
