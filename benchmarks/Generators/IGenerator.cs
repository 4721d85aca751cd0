namespace Generators;

/// <summary>Something that makes load.</summary>
internal interface IGenerator
{
    string Name { get; }

    Task<Round> RunAsync(Uri address, string path, int connections, TimeSpan duration);
}
