using System.Text;
using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

public class ReportNameTests
{
    [Theory]
    [InlineData("Shop.Gates.Orders", "Shop.Gates.Orders")]
    [InlineData("Gates.Rows(count: 1, path: \"/a/b\")", "Gates.Rows(count_1,_path_a_b_)-")]
    [InlineData("../../etc/passwd", "_.._etc_passwd-")]
    [InlineData("The page is served", "The_page_is_served-")]
    [InlineData("Größe", "Größe")]
    [InlineData("CON", "_CON-")]
    [InlineData("nul.Orders", "_nul.Orders-")]
    [InlineData("Orders.", "Orders-")]
    [InlineData("a\nb\0c|d<e>f?g*h~2", "a_b_c_d_e_f_g_h_2-")]
    public void Is_the_tests_own_without_what_is_not_allowed(string test, string expected)
    {
        var name = ReportName.Of(test);

        Assert.StartsWith(expected, name, StringComparison.Ordinal);
        Assert.Equal(expected.Length + (expected == test ? 0 : 8), name.Length);
    }

    [Theory]
    [InlineData("")]
    [InlineData("..")]
    [InlineData("???")]
    public void Is_a_hash_if_nothing_is_left(string test) => Assert.Equal(8, ReportName.Of(test).Length);

    [Fact]
    public void Is_at_most_a_hundred_characters_and_a_hash_and_as_many_bytes_as_file_systems_take()
    {
        Assert.Equal(109, ReportName.Of(new string('a', 200)).Length);
        Assert.InRange(Encoding.UTF8.GetByteCount(ReportName.Of(new string('試', 200))), 150, 209);
    }

    [Fact]
    public void Differs_from_test_to_test() => Assert.Distinct(
        new[] { "Rows(path: \"/a/b\")", "Rows(path: \"/a_b\")", "Rows(path: \"/a?b\")", new string('a', 200), new string('a', 201) }.Select(ReportName.Of));
}
