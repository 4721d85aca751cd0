namespace ThroughputKit.Tests.Support;

/// <summary>Executables that look like an app in a single file, or like one that is compiled ahead of time.</summary>
internal static class SingleFile
{
    private static readonly byte[] _mark = Convert.FromHexString("8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae");

    /// <param name="path">Where it goes.</param>
    /// <param name="settings">The runtime's settings in it; <see langword="null"/> for one without anything of .NET's.</param>
    /// <param name="codeBytes">The bytes before the mark.</param>
    public static void Write(string path, string? settings, int codeBytes = 1000)
    {
        using (var writer = new BinaryWriter(File.Create(path)))
        {
            writer.Write((byte[])[0x7f, (byte)'E', (byte)'L', (byte)'F']);
            writer.Write(new byte[codeBytes]);
            if (settings is not null)
            {
                var header = writer.BaseStream.Position + sizeof(long) + _mark.Length + settings.Length;
                writer.Write(header);
                writer.Write(_mark);
                writer.Write(settings.AsSpan());
                writer.Write((int[])[6, 0, 2], "an identifier");
                writer.Write(header, 0); // no description of dependencies
                writer.Write(header - settings.Length, settings.Length);
            }
        }

        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    private static void Write(this BinaryWriter writer, int[] numbers, string text)
    {
        Array.ForEach(numbers, writer.Write);
        writer.Write(text);
    }

    private static void Write(this BinaryWriter writer, long place, long length)
    {
        writer.Write(place);
        writer.Write(length);
    }
}
