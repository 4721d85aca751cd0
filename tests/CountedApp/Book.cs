namespace CountedApp;

/// <summary>A row of every database of the app.</summary>
public sealed class Book
{
    public int Id { get; set; }

    public string Title { get; set; } = "";
}
