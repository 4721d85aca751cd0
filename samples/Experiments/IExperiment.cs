namespace Experiments;

/// <summary>A measurement that was published once, to be repeated here.</summary>
internal interface IExperiment
{
    /// <summary>Gets the name on the command line.</summary>
    string Name { get; }

    /// <summary>Gets what is asked, in one sentence.</summary>
    string Question { get; }

    /// <summary>Gets what was published.</summary>
    string Published { get; }

    Task RunAsync(Session session);
}
