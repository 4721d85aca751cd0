using System.Text;
using ThroughputKit.Baselines;
using ThroughputKit.Baselines.Files;

namespace ThroughputKit.Tests.Baselines.Files;

/// <summary>The file: readable, identical for identical figures, and never accepted with an error in it.</summary>
public class BaselineFileTextTests
{
    private const string Good =
        """
        {
          "kind": "ThroughputKit baseline",
          "schema": 4,
          "tests": {
            "Shop.Orders(item: \"tea\")": {
              "settings": {
                "requests": [
                  {
                    "request": "POST /orders",
                    "headers": "Content-Type",
                    "bodyBytes": 2,
                    "bodySha256": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
                  }
                ],
                "connections": 64,
                "warmsUp": true,
                "engine": "Epoll",
                "app": "TestProcess",
                "collector": "workstation",
                "runtime": ".NET 10"
              },
              "exact": {
                "allocatedBytesPerRequest": 1000,
                "receivedBytesPerResponse": 152,
                "sentBytesPerRequest": 150,
                "statuses": [
                  200
                ],
                "failedShare": 0,
                "connectionsOpenedPerRequest": 0
              },
              "timing": {
                "machine": {
                  "cpu": "Fast One",
                  "cores": 2,
                  "operatingSystem": "Some Linux",
                  "runtime": ".NET 10.0.1"
                },
                "rps": 20000,
                "p50Ms": 2,
                "p99Ms": 2
              }
            }
          }
        }

        """;

    private const string Replace = "Restore it from version control, or delete it and approve again: set the environment variable THROUGHPUTKIT_APPROVE to 1 and run the test.";
    private const string Allowed = "Expected: a baseline written by ThroughputKit.";
    private const string Edited = $"{Allowed} Was it edited by hand? {Replace}";

    public static TheoryData<string, string> NotOurs => new()
    {
        { "", $"The baseline file hello.json is empty. {Allowed} {Replace}" },
        { " \r\n\t", $"The baseline file hello.json is empty. {Allowed} {Replace}" },
        { "\uFEFF", $"The baseline file hello.json is empty. {Allowed} {Replace}" },
        { "hello", $"The baseline file hello.json is corrupt at line 1. {Allowed} Does it contain a merge conflict, or a name twice? {Replace}" },
        { "{\n  \"kind\":\n<<<<<<< HEAD", $"The baseline file hello.json is corrupt at line 3. {Allowed} Does it contain a merge conflict, or a name twice? {Replace}" },
        { "\0\0\0\0", $"The baseline file hello.json is corrupt at line 1. {Allowed} Does it contain a merge conflict, or a name twice? {Replace}" },
        { "null", $"The file hello.json is JSON, but not a ThroughputKit baseline. {Allowed} Is this the right file? Name a new file; approving creates it." },
        { "[]", $"The file hello.json is JSON, but not a ThroughputKit baseline. {Allowed} Is this the right file? Name a new file; approving creates it." },
        { "{}", $"The file hello.json is JSON, but not a ThroughputKit baseline. {Allowed} Is this the right file? Name a new file; approving creates it." },
        { "{\"schema\": 2, \"tests\": {}}", $"The file hello.json is JSON, but not a ThroughputKit baseline. {Allowed} Is this the right file? Name a new file; approving creates it." },
        { "{\"kind\": 1, \"schema\": 2, \"tests\": {}}", $"The file hello.json is JSON, but not a ThroughputKit baseline. {Allowed} Is this the right file? Name a new file; approving creates it." },
    };

    public static TheoryData<string, string> Schemas => new()
    {
        { "5", "The schema of the baseline file hello.json is 5. Expected: 1 to 4. It was written by a newer ThroughputKit: update the package." },
        { "0", $"The schema of the baseline file hello.json is 0. Expected: 1 to 4. No version of ThroughputKit writes that. {Replace}" },
        { "-1", $"The schema of the baseline file hello.json is -1. Expected: 1 to 4. No version of ThroughputKit writes that. {Replace}" },
        { "1.5", $"The schema of the baseline file hello.json is 1.5. Expected: 1 to 4. No version of ThroughputKit writes that. {Replace}" },
        { "\"1\"", $"The schema of the baseline file hello.json is \"1\". Expected: 1 to 4. No version of ThroughputKit writes that. {Replace}" },
        { "99999999999", $"The schema of the baseline file hello.json is 99999999999. Expected: 1 to 4. No version of ThroughputKit writes that. {Replace}" },
    };

    public static TheoryData<string, string, string> WrongShapes => new()
    {
        { "\"tests\"", "\"test\"", "at line 4: $.test." },
        { "\"connections\": 64,", "", "at line 21: $.tests['Shop.Orders(item: \"tea\")'].settings." },
        { "\"connections\": 64", "\"connections\": \"many\"", "at line 15: $.tests['Shop.Orders(item: \"tea\")'].settings.connections." },
        { "\"engine\": \"Epoll\"", "\"engine\": \"Warp\"", "at line 17: $.tests['Shop.Orders(item: \"tea\")'].settings.engine." },
        { "\"allocatedBytesPerRequest\": 1000", "\"allocatedBytesPerRequest\": \"NaN\"", "at line 23: $.tests['Shop.Orders(item: \"tea\")'].exact.allocatedBytesPerRequest." },
        { "\"failedShare\": 0,", "\"failedShare\": null,", "at line 29: $.tests['Shop.Orders(item: \"tea\")'].exact.failedShare." },
        { "\"p99Ms\": 2", "\"p99Ms\": 2, \"p999Ms\": 3", "at line 41: $.tests['Shop.Orders(item: \"tea\")'].timing.p999Ms." },
    };

    public static TheoryData<string, string, string> WrongValues => new()
    {
        { "\"allocatedBytesPerRequest\": 1000", "\"allocatedBytesPerRequest\": -1", "allocatedBytesPerRequest of 'Shop.Orders(item: \"tea\")' is -1. Expected: zero or more, and finite." },
        { "\"sentBytesPerRequest\": 150", "\"sentBytesPerRequest\": 1e999", "sentBytesPerRequest of 'Shop.Orders(item: \"tea\")' is Infinity. Expected: zero or more, and finite." },
        { "\"p99Ms\": 2", "\"p99Ms\": -2", "p99Ms of 'Shop.Orders(item: \"tea\")' is -2. Expected: zero or more, and finite." },
        { "[\n          200\n        ]", "[]", "'Shop.Orders(item: \"tea\")' has no status. Expected: one status or more." },
    };

    [Fact]
    public void Is_written_so_that_changes_can_be_read()
    {
        var bytes = BaselineFile.Format(Document("Shop.Orders(item: \"tea\")"));

        Assert.Equal(Good, Encoding.UTF8.GetString(bytes));
    }

    [Fact]
    public void Is_written_in_the_order_of_the_names_and_read_back_the_same()
    {
        var bytes = BaselineFile.Format(Document("b", "A", "a"));

        var read = BaselineFile.Parse(bytes, "hello.json");

        Assert.Equal(["A", "a", "b"], read.Tests.Keys);
        Assert.Equal(bytes, BaselineFile.Format(read));
        Assert.True(BaselineJudge.Judge(Measured.Result(), read.Tests["a"], new(), "a").Holds);
    }

    [Theory]
    [InlineData("\uFEFF", "\n")]
    [InlineData("", "\r\n")]
    public void Byte_order_marks_and_other_line_ends_are_accepted(string mark, string newLine) =>
        Assert.Single(BaselineFile.Parse(Encoding.UTF8.GetBytes(mark + Good.ReplaceLineEndings(newLine)), "hello.json").Tests);

    [Theory]
    [MemberData(nameof(NotOurs), DisableDiscoveryEnumeration = true)]
    public void A_corrupt_or_foreign_file_is_an_error(string text, string expected) => Assert.Equal(expected, Wrong(text));

    [Theory]
    [MemberData(nameof(Schemas))]
    public void Another_schema_is_an_error_whatever_else_the_file_contains(string schema, string expected)
    {
        Assert.Equal(expected, Wrong(Good.Replace("\"schema\": 4", $"\"schema\": {schema}", StringComparison.Ordinal)));
        Assert.Equal(expected, Wrong($$"""{"kind": "ThroughputKit baseline", "schema": {{schema}}, "cells": []}"""));
    }

    [Fact]
    public void A_file_of_the_first_schema_is_read_without_types() => Assert.Null(
        BaselineFile.Parse(Encoding.UTF8.GetBytes(Good.Replace("\"schema\": 4", "\"schema\": 1", StringComparison.Ordinal)), "hello.json").Tests.Single().Value.Types);

    [Fact]
    public void Sampled_types_are_written_and_read_back()
    {
        var types = BaselineEntry.Of(Measured.AllocatingApart(1_000)).Types!;

        var read = BaselineFile.Parse(BaselineFile.Format(new() { Tests = new Dictionary<string, BaselineEntry> { ["a"] = Measured.Baseline() with { Types = types } } }), "hello.json").Tests["a"].Types!;

        Assert.Equal(types.SampledBytes, read.SampledBytes);
        Assert.Equal(KeyValuePair.Create("System.String", 1_000.0), Assert.Single(read.BytesPerRequest));
    }

    [Fact]
    public void A_file_without_a_schema_is_an_error() => Assert.StartsWith(
        "The schema of the baseline file hello.json is missing. Expected: 1 to 4.", Wrong("""{"kind": "ThroughputKit baseline", "tests": {}}"""), StringComparison.Ordinal);

    [Fact]
    public void A_file_cut_short_at_any_byte_is_never_read()
    {
        var bytes = Encoding.UTF8.GetBytes(Good.TrimEnd());

        Assert.All(Enumerable.Range(0, bytes.Length), length => Assert.Throws<LoadTestException>(() => BaselineFile.Parse(bytes.AsMemory(0, length), "hello.json")));
    }

    [Theory]
    [MemberData(nameof(WrongShapes))]
    public void A_file_of_another_shape_is_an_error(string part, string replacement, string expected)
    {
        var problem = Wrong(Changed(part, replacement));

        Assert.Equal($"The baseline file hello.json doesn't have the shape of schema 4 {expected} {Edited}", problem);
    }

    [Theory]
    [MemberData(nameof(WrongValues))]
    public void A_file_with_invalid_values_is_an_error(string part, string replacement, string expected) => Assert.Equal(
        $"The baseline file hello.json is invalid: {expected} Was it edited by hand? {Replace}", Wrong(Changed(part, replacement)));

    [Theory]
    [InlineData("{\"kind\": \"ThroughputKit baseline\", \"schema\": 2, \"tests\": {\"a\": null}}", "'a' is null")]
    [InlineData("{\"kind\": \"ThroughputKit baseline\", \"schema\": 2, \"tests\": null}", "shape of schema 4")]
    public void Null_for_a_required_value_is_an_error(string text, string expected) => Assert.Contains(expected, Wrong(text), StringComparison.Ordinal);

    [Fact]
    public void A_list_of_requests_that_is_empty_or_contains_null_is_an_error()
    {
        var start = Good.IndexOf("[\n", StringComparison.Ordinal);
        var (before, after) = (Good[..start], Good[(Good.IndexOf(']', start) + 1)..]);

        Assert.All(["[]", "[null]"], list => Assert.Contains("has no request", Wrong(before + list + after), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("\"connections\": 64,", "\"connections\": 64, \"connections\": 32,")]
    [InlineData("\"schema\": 4,", "\"schema\": 4, \"schema\": 4,")]
    [InlineData("\"tests\": {", "\"tests\": { \"a\": null, \"a\": null,")]
    public void Duplicate_names_are_an_error(string part, string replacement)
    {
        var problem = Wrong(Changed(part, replacement));

        Assert.StartsWith("The baseline file hello.json is corrupt", problem, StringComparison.Ordinal);
        Assert.Contains("or a name twice?", problem, StringComparison.Ordinal);
    }

    private static BaselineDocument Document(params string[] names) => new() { Tests = names.ToDictionary(n => n, _ => Measured.Baseline()) };

    private static string Changed(string part, string replacement)
    {
        Assert.Contains(part, Good, StringComparison.Ordinal);
        return Good.Replace(part, replacement, StringComparison.Ordinal);
    }

    private static string Wrong(string text) =>
        Assert.Single(Assert.Throws<LoadTestException>(() => BaselineFile.Parse(Encoding.UTF8.GetBytes(text), "hello.json")).Problems);
}
