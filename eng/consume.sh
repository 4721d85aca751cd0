#!/usr/bin/env bash
# Uses the packages as a stranger would: packs them into the local feed and makes projects outside the tree that reference
# the packages alone: a console app that loads its own web app, and a web app with a test project whose one gate passes
# and whose other fails. Leaves nothing behind.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
feed="$root/artifacts/packages"
version="0.1.0-local.$(date +%s)"
packages="${NUGET_PACKAGES:-$HOME/.nuget/packages}"
work="$(mktemp -d)"
trap 'rm -rf "$work" "$feed"/ThroughputKit*."$version".*nupkg "$packages/throughputkit/$version" "$packages/throughputkit.xunit/$version"' EXIT

for project in ThroughputKit ThroughputKit.Xunit; do
  dotnet pack "$root/src/$project" -c Release -p:Version="$version" -v quiet --nologo
done

mkdir "$work"/{Consumer,Shop,Shop.Tests}
cd "$work"
cat > nuget.config <<EOF
<configuration>
  <packageSources>
    <add key="local" value="$feed" />
  </packageSources>
</configuration>
EOF
cat > Directory.Build.props <<EOF
<Project>
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
  </PropertyGroup>
</Project>
EOF

cat > Consumer/Consumer.csproj <<EOF
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="ThroughputKit" Version="$version" />
  </ItemGroup>
</Project>
EOF
cat > Consumer/Program.cs <<'EOF'
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using ThroughputKit;

var builder = WebApplication.CreateBuilder(["--urls=http://127.0.0.1:0"]);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
await using var app = builder.Build();
app.MapGet("/hello", () => new { Message = "Hello" });
app.MapPost("/orders", (Order order) => Results.Ok(order));

var result = await LoadTest.For(app).Get("/hello").PostJson("/orders", new Order("tea", 3))
    .With(o => (o.Duration, o.Connections) = (TimeSpan.FromSeconds(1), 16)).RunAsync();
Console.WriteLine(result);
return result is { Failed: 0, Succeeded: > 0, Memory.AllocatedBytesPerRequest: > 0 } ? 0 : 1;

internal sealed record Order(string Item, int Quantity);
EOF
dotnet run -c Release --project Consumer
echo "consumed: the core alone was enough"

cat > Shop/Shop.csproj <<'EOF'
<Project Sdk="Microsoft.NET.Sdk.Web" />
EOF
cat > Shop/Program.cs <<'EOF'
var app = WebApplication.CreateBuilder(args).Build();
app.MapGet("/hello", () => new { Message = "Hello" });
app.Run();
EOF
cp "$root/Directory.Packages.props" Shop.Tests
cat > Shop.Tests/Shop.Tests.csproj <<EOF
<Project Sdk="Microsoft.NET.Sdk">
  <ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" />
    <PackageReference Include="xunit" />
    <PackageReference Include="xunit.runner.visualstudio" />
    <PackageReference Include="ThroughputKit.Xunit" VersionOverride="$version" />
    <ProjectReference Include="../Shop/Shop.csproj" />
  </ItemGroup>
</Project>
EOF
cat > Shop.Tests/HelloGates.cs <<'EOF'
using ThroughputKit;

public class HelloGates
{
    [ThroughputFact(MinRps = 100, MaxAllocatedBytesPerRequest = 20_000, DurationSeconds = 1)]
    public LoadTest Passes() => LoadTest.For<Program>().Get("/hello");

    [ThroughputFact(MinRps = 100, MaxAllocatedBytesPerRequest = 20_000, DurationSeconds = 1)]
    public LoadTest Passes_in_a_process_of_its_own() => LoadTest.ForPublished("../../../../Shop/bin/Release/net10.0").Get("/hello");

    [ThroughputFact(MaxAllocatedBytesPerRequest = 1, DurationSeconds = 1)]
    public LoadTest Fails() => LoadTest.For<Program>().Get("/hello");
}
EOF
dotnet build -c Release Shop.Tests -v quiet --nologo
grep -q '"System.GC.Server": true' Shop.Tests/bin/Release/net10.0/Shop.Tests.runtimeconfig.json
grep -q '"System.GC.DynamicAdaptationMode": 0' Shop.Tests/bin/Release/net10.0/Shop.Tests.runtimeconfig.json
dotnet test -c Release --no-build Shop.Tests --filter Passes --logger "console;verbosity=detailed" > output || { cat output; exit 1; }
cat output
if grep -q "WorkstationGc" output; then
  echo "a web app was measured with another collector than it has in production"
  exit 1
fi
if dotnet test -c Release --no-build Shop.Tests --filter Fails > output; then
  echo "a gate that should fail has passed"
  exit 1
fi
cat output
grep -q "MaxAllocatedBytesPerRequest: .* B allocated a request, allowed at most 1.0: .* above the limit" output
echo "consumed: gates pass and fail as they should"

# A Debug build judges nothing but errors; it says so, and a build server doesn't let it pass.
dotnet build Shop.Tests -v quiet --nologo
CI= TF_BUILD= dotnet test --no-build Shop.Tests --filter Fails --logger "console;verbosity=detailed" > output
grep -q "ThroughputKit: Shop.Tests is a Debug build, in which gates on timing and memory are not judged." output
grep -q "Inconclusive: not judged: MaxAllocatedBytesPerRequest." output
grep -q "Warning DebugBuild: Built without optimizations: Shop. Build in Release: dotnet test -c Release." output
if CI=true dotnet test --no-build Shop.Tests --filter Fails > output; then
  echo "a Debug build has passed on a build server"
  exit 1
fi
grep -q "CI is set, so this fails: it would pass for ever unseen." output
echo "consumed: a Debug build is inconclusive"
