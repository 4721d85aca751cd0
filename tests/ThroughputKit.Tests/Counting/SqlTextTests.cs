using ThroughputKit.Counting;

namespace ThroughputKit.Tests.Counting;

/// <summary>No value of a command is told, whatever the command looks like.</summary>
public class SqlTextTests
{
    private const string Secret = "secret";

    [Theory]
    [InlineData("SELECT * FROM Orders WHERE Id = 42 AND Name = 'secret'", "SELECT * FROM Orders WHERE Id = ? AND Name = ?")]
    [InlineData("  SELECT\r\n\t\"Id\"  FROM\n\"Order Details\" ", "SELECT \"Id\" FROM \"Order Details\"")]
    [InlineData("SELECT @p0, $1, :name, a1 FROM t2", "SELECT @p0, $1, :name, a1 FROM t2")]
    [InlineData("SELECT 1.5, -2, .5, 1e-5, 0xFF, 1_000", "SELECT ?, -?, ?, ?, ?, ?")]
    [InlineData("SELECT 'it''s secret', '', 'secret'", "SELECT ?, ?, ?")]
    [InlineData("SELECT N'secret', E'it\\'s secret', e'\\\\', 'C:\\', 'secret'", "SELECT N?, ?, ?, ?, ?")]
    [InlineData("SELECT $$it's secret$$, $tag$ $$secret$$ $tag$, $1", "SELECT ?, ?, $1")]
    [InlineData("SELECT 1 -- secret\n, 2 /* secret /* secret */ secret */ FROM t", "SELECT ? , ? FROM t")]
    [InlineData("/* secret", SqlText.None)]
    [InlineData("SELECT 'secret", "SELECT ?")]
    [InlineData("SELECT \"secret''", "SELECT ?")]
    [InlineData("SELECT $$secret", "SELECT ?")]
    [InlineData("SELECT ARRAY['secret', 'secret']", "SELECT ARRAY[?, ?]")]
    [InlineData("'", "?")]
    [InlineData("", SqlText.None)]
    [InlineData(null, SqlText.None)]
    public void Values_and_comments_are_left_out(string? command, string text) => Check(command, SqlDialect.Standard, text);

    [Theory]
    [InlineData("SELECT [it's], 'secret' FROM [Order ]] \"x]", "SELECT [it's], ? FROM [Order ]] \"x]")]
    [InlineData("SELECT [secret", "SELECT ?")]
    public void Names_may_stand_in_brackets(string command, string text) => Check(command, SqlDialect.Brackets, text);

    [Theory]
    [InlineData("SELECT 'it\\'s secret', \"secret\", `it's`, 'secret' # it's secret\nFROM t", "SELECT ?, ?, `it's`, ? FROM t")]
    [InlineData("SELECT /* /* it's */ 'secret'", "SELECT ?")]
    public void Values_may_stand_in_double_quotes(string command, string text) => Check(command, SqlDialect.MySql, text);

    [Theory]
    [InlineData('x')]
    [InlineData('\'')]
    [InlineData('"')]
    [InlineData('[')]
    [InlineData('$')]
    [InlineData('7')]
    [InlineData('-')]
    [InlineData('/')]
    [InlineData('\\')]
    [InlineData(' ')]
    [InlineData('\0')]
    public void A_huge_command_is_cut(char filling)
    {
        foreach (var dialect in Enum.GetValues<SqlDialect>())
        {
            Assert.InRange(SqlText.Of(new string(filling, 1_000_000), dialect).Length, 1, SqlText.MaxLength);
            Assert.InRange(SqlText.Of($"SELECT '{new string(filling, 1_000_000)}", dialect).Length, 1, SqlText.MaxLength);
        }
    }

    [Fact]
    public void A_long_name_is_cut() => Assert.Equal(SqlText.MaxLength, SqlText.Of($"SELECT a, {new string('b', 1000)}", SqlDialect.Standard).Length);

    [Fact]
    public void A_text_stands_on_one_line() => Assert.Equal("a b c d", SqlText.OnOneLine("\ta\r\nb\0c\u2028d\n"));

    private static void Check(string? command, SqlDialect dialect, string text)
    {
        Assert.Equal(text, SqlText.Of(command, dialect));
        Assert.DoesNotContain(Secret, text, StringComparison.Ordinal);
    }
}
