namespace Experiments;

/// <summary>The folder for the tables.</summary>
internal static class OutputFolder
{
    /// <summary>Creates the folder if it isn't there.</summary>
    /// <returns>Why no file can be written there; <see langword="null"/> if one can.</returns>
    public static string? Create(string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
            using var file = new FileStream(
                Path.Combine(folder, Path.GetRandomFileName()), FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0, FileOptions.DeleteOnClose);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return $"The tables can't be written to '{folder}': {e.Message} Give a folder that this user can write to: --output FOLDER.";
        }
    }
}
