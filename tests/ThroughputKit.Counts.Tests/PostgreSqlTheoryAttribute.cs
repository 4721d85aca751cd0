using Experiments;

namespace ThroughputKit.Tests.Counts;

/// <summary>A test with a real PostgreSQL. It is skipped where there is none.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class PostgreSqlTheoryAttribute : TheoryAttribute
{
    public PostgreSqlTheoryAttribute()
    {
        try
        {
            PostgreSql.FindProgram("postgres");
        }
        catch (NotInstalledException e)
        {
            Skip = e.Message;
        }
    }
}
