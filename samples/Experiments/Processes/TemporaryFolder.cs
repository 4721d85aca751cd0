namespace Experiments;

/// <summary>A temporary folder that is deleted with everything in it.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("throughputkit-").FullName;

    public async Task<string> WriteAsync(string name, string text)
    {
        var path = System.IO.Path.Combine(Path, name);
        await File.WriteAllTextAsync(path, text);
        return path;
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
