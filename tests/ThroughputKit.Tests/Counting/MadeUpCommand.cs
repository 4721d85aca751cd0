using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace ThroughputKit.Tests.Counting;

/// <summary>A command that has a text.</summary>
internal sealed class MadeUpCommand(string? text) : DbCommand
{
    [AllowNull]
    public override string CommandText { get; set; } = text;

    public override int CommandTimeout { get; set; }

    public override CommandType CommandType { get; set; }

    public override bool DesignTimeVisible { get; set; }

    public override UpdateRowSource UpdatedRowSource { get; set; }

    protected override DbConnection? DbConnection { get; set; }

    protected override DbParameterCollection DbParameterCollection => throw new NotSupportedException();

    protected override DbTransaction? DbTransaction { get; set; }

    public override void Cancel() => throw new NotSupportedException();

    public override int ExecuteNonQuery() => throw new NotSupportedException();

    public override object? ExecuteScalar() => throw new NotSupportedException();

    public override void Prepare() => throw new NotSupportedException();

    protected override DbParameter CreateDbParameter() => throw new NotSupportedException();

    protected override DbDataReader ExecuteDbDataReader(CommandBehavior behavior) => throw new NotSupportedException();
}
