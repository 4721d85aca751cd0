using System.Text;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Planning;

/// <summary>Data and placeholders that can't be used: refused at once, before anything is started.</summary>
public class DataRulesTests
{
    private const string OnceOnly = " Expected: a test that is run by itself: not in a comparison, an experiment or a search. The data would run out. Take the rows in turn: leave EachOnce out.";

    private const string WholePath = " Expected: for a whole path, a path of the app with its query, such as /products?page=2, without spaces and '#', in printable ASCII.";

    private static readonly LoadTest _test = LoadTest.Against("http://127.0.0.1:9");
    private static readonly LoadData _data = LoadData.FromRows(["id", "name"], [["1", "tea"], ["2", "a\r\nX: y"]]);

    public static TheoryData<string, LoadTest> Tests => new()
    {
        {
            "There is no column 'nmae' for the path of GET /{nmae}. Expected: a column of the data: id, name. Is it misspelt? For a brace that is meant as it is, write two: {{.",
            _test.Get("/{id}").Get("/{nmae}").WithData(_data)
        },
        {
            "There is no column 'id' for the path of GET /{id}. Expected: a column of the data: id;name. The separator of a CSV file must be a comma, and here it seems to be a semicolon.",
            _test.Get("/{id}").WithData(LoadData.FromValues("id;name", ["1;tea"]))
        },
        {
            "There is no column 'x' for the header X of GET /{id}. Expected: a column of the data: id, name. Is it misspelt? For a brace that is meant as it is, write two: {{.",
            _test.Get("/{id}").WithHeader("X", "{x}").WithData(_data)
        },
        {
            "There is no column 'x' for the body of POST /. Expected: a column of the data: id, name. Is it misspelt? For a brace that is meant as it is, write two: {{.",
            _test.Send(LoadRequest.Post("/").WithJsonText("""{"a":"{id} {x}"}""")).WithData(_data)
        },
        {
            "The value of name in row 2 is 'a\\r\\nX: y', for the header X of GET /. Expected: in a header, printable ASCII without line breaks. Correct the data, or leave out rows with such values.",
            _test.Send(LoadRequest.Get("/").WithHeader("X", "{name}")).WithData(_data)
        },
        {
            "The value of name in row 1 is 'tea', for the body of POST /. Expected: in a JSON body, outside of quotes, a JSON value such as 5 or true. Correct the data, or leave out rows with such values.",
            _test.Send(LoadRequest.Post("/").WithJsonText("""{"a":{name}}""")).WithData(_data)
        },
        {
            "The value of id in row 1 is '', for the path of GET /a/{id}. Expected: in a path, any value except none, . and .., which make other paths. Correct the data, or leave out rows with such values.",
            _test.Get("/a/{id}").Get("/b/{id}").WithData(LoadData.FromValues("id", [""]))
        },
        {
            $"The value of url in row 2 is 'http://127.0.0.1:9/a', for the path of GET {{url}}.{WholePath} Correct the data, or leave out rows with such values.",
            _test.Get("{url}").WithData(LoadData.FromValues("url", ["/a", "http://127.0.0.1:9/a"]))
        },
        {
            "{id:raw} is in the body of POST /{id:raw}. Expected: a path or a query. Write {id}: only there a value would be percent-encoded.",
            _test.Send(LoadRequest.Post("/{id:raw}").WithJsonText("[{id:raw}]")).WithData(_data)
        },
        {
            "{{id}} is in the body of POST /, as other tools write a placeholder. Expected: the name in single braces: {id}. To send {{id}} as it is, write {{{{id}}.",
            _test.Send(LoadRequest.Post("/").WithJsonText("[{{id}}]")).WithData(_data)
        },
        {
            "${name} is in the header X of GET /{id}, as other tools write a placeholder. Expected: the name in single braces: {name}. To send a $ before the value, write $${name}.",
            _test.Get("/{id}").WithHeader("X", "${name}").WithData(LoadData.FromRows(["id", "name"], [["1", "tea"]]))
        },
        {
            "{id} is in the body of POST /{id}, which is not UTF-8. Expected: a body in UTF-8, in which its value can be written. Encode the body as UTF-8, and say so in its Content-Type. Where it has these characters by chance, give the column another name.",
            _test.Send(LoadRequest.Post("/{id}").WithContent(Encoding.Latin1.GetBytes("{id} für {x}"), "text/plain; charset=iso-8859-1")).WithData(_data)
        },
        {
            "{id} is in the body of POST /{id}, which is not UTF-8. Expected: a body in UTF-8, in which its value can be written. Encode the body as UTF-8, and say so in its Content-Type. Where it has these characters by chance, give the column another name.",
            _test.Send(LoadRequest.Post("/{id}").WithContent("{id}"u8, "text/plain; charset=iso-8859-1")).WithData(_data)
        },
        {
            "{id:url} is in the path of GET /{id:url}, as other tools write a placeholder. Expected: the name in single braces: {id}. To send {id:url} as it is, write {{id:url}.",
            _test.Get("/{id:url}").Get("/{id}").WithData(_data)
        },
        {
            "{id} is in the body of POST /{id}, which is not UTF-8. Expected: a body in UTF-8, in which its value can be written. Encode the body as UTF-8, and say so in its Content-Type. Where it has these characters by chance, give the column another name.",
            _test.Send(LoadRequest.Post("/{id}").WithContent(Encoding.Unicode.GetBytes("{id}"), "text/xml; charset=utf-16")).WithData(_data)
        },
        {
            "%7Bid%7D is in the body of POST /{id}, as other tools write a placeholder. Expected: the name in single braces: {id}. Its braces were escaped with the rest: write the placeholder into the text that is already escaped.",
            _test.Send(LoadRequest.Post("/{id}").WithContent("a=%7Bid%7D&b=%7Bx%7D"u8, "application/x-www-form-urlencoded")).WithData(_data)
        },
        {
            "Column 3 of the data has an empty name. Expected: a name for each column. Does the first line of a file end in a comma? Leave out empty columns.",
            _test.Send(LoadRequest.Post("/{id}").WithJsonText("[{}]")).WithData(LoadData.FromRows(["id", "name", "", ""], [["1", "tea", "", ""]]))
        },
        {
            "There is no column 'name' for the path of GET /{id}?{name}. Expected: a column of the data: id,  name. There is a column ' name'. Leave out the space beside the comma, in each line.",
            _test.Get("/{id}?{name}").WithData(LoadData.FromRows(["id", " name"], [["1", " tea"]]))
        },
        {
            "The value of name in row 2 has half of a surrogate pair. Expected: whole characters. Is the text cut off within a character such as an emoji?",
            _test.Get("/{id}").WithData(LoadData.FromRows(["id", "name"], [["1", "tea"], ["2", "\ud83d"]]))
        },
        {
            "The test has data, but no request uses it. Expected: a placeholder in a path, a header value or a body: {id}, {name}. Add one, or leave WithData out.",
            _test.Get("/").WithData(_data)
        },
        {
            "The data has two columns 'id'. Expected: a name of its own for each column. Rename one of them.",
            _test.Get("/{id}").WithData(_data.WithCounter("id"))
        },
        { "The data has no column. Expected: one column or more. Add one, for example with WithCounter, or leave WithData out.", _test.Get("/").WithData(LoadData.Generated()) },
        {
            "The data has no row. Expected: one row or more. Is it the right file, or did a filter leave nothing?",
            _test.Get("/{id}").WithData(LoadData.FromValues("id", []).EachOnce())
        },
        {
            "Row 2 of the data has 1 value. Expected: 2: one for each column. For no value, give an empty text.",
            _test.Get("/{a}").WithData(LoadData.FromRows(["a", "b"], [["1", "2"], ["3"]]))
        },
        { "c has no values to choose from. Expected: one value or more. Did a filter leave nothing?", _test.Get("/{c}").WithData(LoadData.Generated().WithChoice("c", 1)) },
        {
            "Each row is taken once, and Requests is 3. Expected: at most the number of rows: 2. The data would run out. Give more rows, or take them in turn: leave EachOnce out.",
            _test.Get("/{id}").WithData(_data.EachOnce()).With(o => o.Requests = 3)
        },
        {
            "Each row is taken once, and Requests is 3. Expected: at most the number of rows: 2. The data would run out. Give more rows, or take them in turn: leave EachOnce out.",
            _test.With(o => o.Requests = 3).Get("/{id}").WithData(_data.EachOnce())
        },
        {
            "Each row is taken once, and Duration is set. Expected: no duration. The run ends with the last row. To limit its time, set MaxDuration.",
            _test.With(o => o.Duration = TimeSpan.FromSeconds(1)).Get("/{id}").WithData(_data.EachOnce())
        },
        {
            "Each row is taken once, and WarmUp is set. Expected: no warm-up. It would use up rows. Leave WarmUp out, or take the rows in turn: leave EachOnce out.",
            _test.With(o => o.WarmUp = TimeSpan.FromSeconds(1)).Get("/{id}").WithData(_data.EachOnce())
        },
        {
            "Each row is taken once, and at the rate 2 rows last for more than MaxDuration (600 s). Expected: a rate, or a number of rows, that ends by then. Raise MaxDuration or the rate, give fewer rows, or end the rate earlier with a length of its own.",
            _test.Get("/{id}").WithData(_data.EachOnce()).AtRate(0.001)
        },
        {
            "Both Requests (2) and a rate are set. Expected: one of them. The run ends with the last row. Leave Requests out, and give as many rows as are to be sent.",
            _test.Get("/{id}").WithData(_data.EachOnce()).AtRate(10).With(o => o.Requests = 2)
        },
        {
            "The value of a in row 2 is '.', for the path of GET /files/{a}{b}. Expected: in a path, beside nothing but other values and dots, a value with more than dots: . and .. stand for other paths. Correct the data, or leave out rows with such values.",
            _test.Get("/files/{a}{b}").WithData(LoadData.FromRows(["a", "b"], [["x", "y"], [".", "z"]]))
        },
        {
            "There is no column 'grösse' for the body of POST /{id}. Expected: a column of the data: id, name. Is it misspelt? For a brace that is meant as it is, write two: {{.",
            _test.PostJson("/{id}", new { Size = "{grösse}" }).WithData(_data)
        },
        {
            "Each row is taken once, and WarmUp is set. Expected: no warm-up. It would use up rows. Leave WarmUp out, or take the rows in turn: leave EachOnce out.",
            _test.Get("/{id}").WithData(_data.EachOnce()).With(o => o.WarmUp = TimeSpan.FromSeconds(1))
        },
        {
            "Each row is taken once, and GET / uses none of their columns. Expected: a placeholder of a row in each request. It would use up rows. Send it in a test of its own.",
            _test.Get("/{id}").Get("/").WithData(_data.EachOnce())
        },
        {
            "EachOnce is set for data without rows. Expected: rows to take once. Leave it out: computed columns don't run out.",
            _test.Get("/{n}").WithData(LoadData.Generated().WithCounter("n").EachOnce())
        },
    };

    [Theory]
    [MemberData(nameof(Tests), DisableDiscoveryEnumeration = true)]
    public async Task Is_refused_with_its_own_message(string expected, LoadTest test) =>
        Assert.Equal([expected], (await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync())).Problems);

    [Fact]
    public async Task Columns_of_the_kit_are_tried()
    {
        var test = _test.Send(LoadRequest.Post("/").WithJsonText("""{"a":{guid}}""")).WithData(LoadData.Generated().WithGuid("guid"));

        Assert.EndsWith(
            "', for the body of POST /. Expected: in a JSON body, outside of quotes, a JSON value such as 5 or true. Correct the column, or use it elsewhere.",
            Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync())).Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_missing_is_an_error()
    {
        var problems = (await Assert.ThrowsAsync<LoadTestException>(() => _test.Get("/{id}").WithData(LoadData.FromCsv("none.csv")).RunAsync())).Problems;

        var problem = Assert.Single(problems);
        Assert.StartsWith("The data can't be read from 'none.csv': Could not find file", problem, StringComparison.Ordinal);
        Assert.EndsWith("Is the file copied there (CopyToOutputDirectory in the project)?", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Rows_can_be_taken_once_only_by_a_test_that_is_run_by_itself()
    {
        var test = _test.Get("/{id}").WithData(_data.EachOnce());

        Assert.Equal(
            [$"The reference: EachOnce is set for data in a comparison.{OnceOnly}", $"The candidate: EachOnce is set for data in a comparison.{OnceOnly}"],
            await ProblemsAsync(() => test.ComparedWith(test).RunAsync()));
        Assert.Equal([$"EachOnce is set for data in a search.{OnceOnly}"], await ProblemsAsync(() => test.FindMaxRateAsync(TimeSpan.FromMilliseconds(5))));
        Assert.Equal(
            [$"Variant 'a': EachOnce is set for data in an experiment.{OnceOnly}", $"Variant 'b': EachOnce is set for data in an experiment.{OnceOnly}"],
            await ProblemsAsync(() => LoadTest.Experiment().Add("a", test).Add("b", test).RunAsync()));

        static async Task<IReadOnlyList<string>> ProblemsAsync(Func<Task> run) => (await Assert.ThrowsAsync<LoadTestException>(run)).Problems;
    }

    [Fact]
    public async Task A_file_that_is_not_UTF_8_is_an_error()
    {
        using var folder = new TemporaryFolder();
        var file = folder.File("latin.csv");
        await File.WriteAllBytesAsync(file, Encoding.Latin1.GetBytes("id\ntäa\n"));

        var problem = Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => _test.Get("/{id}").WithData(LoadData.FromCsv(file)).RunAsync())).Problems);

        Assert.Equal($"The data in '{file}' is not UTF-8. Expected: a file in UTF-8. Save it as UTF-8. Spreadsheets may write another encoding.", problem);
    }

    [Fact]
    public async Task Mistakes_in_rows_and_choices_are_reported_together()
    {
        var data = LoadData.FromValues("id", ["\ud83d"]).WithChoice("c", 1, "a\ud83d").EachOnce().OnePerConnection();

        Assert.Equal(
            [
                "There is more than one order of the rows", "The value of id in row 1 has half of a surrogate pair", "A value of c has half of a surrogate pair",
            ],
            (await Assert.ThrowsAsync<LoadTestException>(() => _test.Get("/{id}").WithData(data).RunAsync())).Problems.Select(p => p.Split('.')[0]));
    }

    [Fact]
    public void Names_and_choices_that_are_null_are_errors_at_once()
    {
        Assert.Throws<ArgumentNullException>(() => LoadData.FromRows([null!], []));
        Assert.Throws<ArgumentNullException>(() => LoadData.FromValues(null!, []));
        Assert.Throws<ArgumentNullException>(() => LoadData.Generated().WithChoice("c", 1, "a", null!));
    }
}
