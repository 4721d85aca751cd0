using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Probes;

public class SystemFilesTests
{
    [Fact]
    public void A_missing_file_is_no_error() => Assert.Null(SystemFiles.Read(() => File.ReadAllText("/proc/missing")));
}
