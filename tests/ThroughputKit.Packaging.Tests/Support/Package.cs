using System.IO.Compression;
using System.Xml.Linq;

namespace ThroughputKit.Tests.Packaging.Support;

/// <summary>A packed package, as NuGet reads it.</summary>
internal sealed class Package : IDisposable
{
    private readonly ZipArchive _archive;
    private readonly XElement _metadata;

    public Package(string file)
    {
        _archive = ZipFile.OpenRead(file);
        using var nuspec = Open(_archive.Entries.Single(e => e.FullName.EndsWith(".nuspec", StringComparison.Ordinal)).FullName);
        _metadata = XDocument.Load(nuspec).Root!.Elements().Single();
    }

    public string Version => Facts.Single(fact => fact.Name.LocalName == "version").Value;

    /// <summary>The package's metadata, including its dependencies.</summary>
    public IEnumerable<XElement> Facts => _metadata.Elements();

    public IEnumerable<Dependency> Dependencies => _metadata.Descendants()
        .Where(element => element.Name.LocalName == "dependency")
        .Select(element => new Dependency(element.Attribute("id")!.Value, element.Attribute("version")!.Value, element.Attribute("exclude")?.Value));

    /// <summary>The shared frameworks that the package references directly.</summary>
    public IEnumerable<string> Frameworks => _metadata.Descendants()
        .Where(element => element.Name.LocalName == "frameworkReference")
        .Select(element => element.Attribute("name")!.Value);

    /// <summary>The files in the package, without those of the file format itself.</summary>
    public IEnumerable<string> Files => _archive.Entries.Select(entry => entry.FullName)
        .Where(name => name is not "[Content_Types].xml" && !name.EndsWith(".nuspec", StringComparison.Ordinal)
            && !name.StartsWith("_rels/", StringComparison.Ordinal) && !name.StartsWith("package/services/", StringComparison.Ordinal))
        .Order(StringComparer.Ordinal);

    public Stream Open(string file) => _archive.GetEntry(file)!.Open();

    public byte[] Read(string file)
    {
        using var stream = Open(file);
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    public void Dispose() => _archive.Dispose();
}
