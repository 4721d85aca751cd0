#!/usr/bin/env bash
# Uses the package as a stranger would: packs it into the local feed, makes a console app outside the tree that
# references the package alone, and lets it load its own web app. Leaves nothing behind but the package.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
feed="$root/artifacts/packages"
version="0.1.0-local.$(date +%s)"
work="$(mktemp -d)"
trap 'rm -rf "$work" "$feed"/ThroughputKit*."$version".*nupkg "${NUGET_PACKAGES:-$HOME/.nuget/packages}/throughputkit/$version"' EXIT

dotnet pack "$root/src/ThroughputKit" -c Release -p:Version="$version" -v quiet --nologo

mkdir "$work/Consumer"
cd "$work/Consumer"
cat > nuget.config <<EOF
<configuration>
  <packageSources>
    <add key="local" value="$feed" />
  </packageSources>
</configuration>
EOF
cat > Consumer.csproj <<EOF
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="ThroughputKit" Version="$version" />
  </ItemGroup>
</Project>
EOF
cat > Program.cs <<'EOF'
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
dotnet run -c Release
echo "consumed: the package alone was enough"
