// Compares two builds of an app, request by request, and ends with 1 if the candidate is slower, allocates more or fails.
// compare.sh makes the builds and runs this: dotnet run compare.cs -- <folder of main> <folder of the branch> <path>...
#:package ThroughputKit@*
#:property PublishAot=false
using ThroughputKit;

if (args is not [var main, var branch, .. { Length: > 0 } paths])
{
    await Console.Error.WriteLineAsync("Usage: compare.cs <folder of main> <folder of the branch> <path>...");
    return 2;
}

var gates = new ComparisonGates { MaxSlowdownPercent = 10, MaxExtraAllocatedBytesPerRequest = 500 }; // yours
var hasFailed = false;
foreach (var path in paths)
{
    // Each side runs in its own process. Settings of the app, such as a connection string, go here: app => app.Configuration["..."] = "...".
    LoadTest Side(string name, string folder) => LoadTest.ForPublished(folder).Get(path).Named($"GET {path} of {name}");

    var result = await Side("this branch", branch).ComparedWith(Side("main", main)).Within(gates).RunAsync();
    try
    {
        Console.WriteLine(result.Verify(InconclusivePolicy.Fail));
    }
    catch (LoadInconclusiveException)
    {
        Console.WriteLine(result); // says which gate is inconclusive. To let it fail: hasFailed = true
    }
    catch (LoadGateException e)
    {
        Console.WriteLine(e.Message);
        hasFailed = true;
    }
}

return hasFailed ? 1 : 0;
