namespace CountedApp;

/// <summary>What the app throws.</summary>
public sealed class SoldOutException : Exception;
