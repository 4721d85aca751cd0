namespace ThroughputKit;

/// <summary>
/// Writes one value of a column, as UTF-8, for <see cref="LoadData.WithColumn"/>. Called for each placeholder of every request, on several threads at once.
/// </summary>
/// <param name="destination">Where to write; 1,024 bytes.</param>
/// <param name="number">
/// A number that no other request of the run gets, from zero; the same for all placeholders of a request. Some numbers are left out.
/// </param>
/// <returns>The number of bytes written.</returns>
public delegate int LoadValueWriter(Span<byte> destination, long number);
