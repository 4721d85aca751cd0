#!/usr/bin/env bash
# Uses the packages as strangers would: packs them into the local feed, makes projects outside the tree that reference the
# packages alone, and checks what comes of them. Leaves nothing behind.
set -euo pipefail
here="$(cd "$(dirname "$0")/consume" && pwd)"
source "$here/feed.sh"
export CI='' TF_BUILD='' DOTNET_CLI_UI_LANGUAGE=en
export LOCALAPPDATA="$work" # where the framework keeps the keys of an app with forms

# Web apps that redirect to HTTPS and have settings; tests for both versions of xunit side by side; a console program.
quietly dotnet new install ThroughputKit.Templates
quietly dotnet new webapi -o Shop --no-restore
quietly dotnet new mvc -o Site --no-restore
quietly dotnet new throughputkit-tests -o Shop.ThroughputTests --app ../Shop/Shop.csproj --path /weatherforecast
quietly dotnet new throughputkit-tests -o Site.ThroughputTests --app ../Site/Site.csproj --xunit v2
quietly dotnet new xunit -o Shop.Tests --no-restore
quietly dotnet new console -o Console --no-restore
quietly dotnet new sln -n Strangers
grep -q UseHttpsRedirection Shop/Program.cs
cp -r "$here/strangers"/. .
cp ShopGates.cs ShopSettings.cs Shop.ThroughputTests
mv ShopGates.cs ShopSettings.cs Shop.Tests
cd Shop.Tests
quietly dotnet add package ThroughputKit.Xunit
quietly dotnet add reference ../Shop
cd ../Console
quietly dotnet add package ThroughputKit
cd ..
quietly dotnet sln add Shop Site Console Shop.Tests Shop.ThroughputTests Site.ThroughputTests
quietly dotnet build -c Release -v quiet --nologo
for tests in Shop.Tests Shop.ThroughputTests Site.ThroughputTests; do
  cp "$tests/bin/Release/net10.0/$tests.runtimeconfig.json" "$output"
  has '"System.GC.Server": true'
  has '"System.GC.DynamicAdaptationMode": 0'
done
used_what_was_packed .
cp Shop.Tests/obj/Release/net10.0/Shop.Tests.AssemblyInfo.cs "$output"
has "ThroughputGuard"
echo "consumed: everything was built from the packages alone"

dotnet run -c Release --no-build --project Console
echo "consumed: the core alone was enough"

THROUGHPUTKIT_REPORTS=html,json,md,junit,csv fails 1 dotnet test -c Release --no-build --filter Category=Throughput --logger trx --results-directory results --logger "console;verbosity=detailed"
cat "$output"
has "Passed ShopGates.Passes " 2
has "Passed PublishedGates.Passes " 1
has "Passed S[a-z]*.ThroughputTests.AppGates.App " 2
has "Failed ShopGates.Fails " 2
has "^- MaxAllocatedBytesPerRequest: .* B allocated per request; limit 1.0 (.* over)" 2
has_not "WorkstationGc"
has "^ *Report: .*/Shop[a-zA-Z.]*/artifacts/throughput/ShopGates.Fails/report.html$"
for file in report.html report.md report.xml report.csv result.json; do
  [ "$(ls Shop*/artifacts/throughput/ShopGates.*/"$file" | wc -l)" -eq 4 ] || wrong "not every test has left $file"
done
echo "consumed: gates pass and fail as they should, under both versions of xunit"

quietly dotnet test -c Release --no-build --filter Category!=Throughput --logger "console;verbosity=detailed"
has "Passed ShopSettings.The_content_root_is_the_folder_of_the_app " 2
has "Passed ShopSettings.The_settings_of_the_app_are_read " 2
fails 1 dotnet test -c Release --no-build Shop.Tests --filter Category=Nothing -- RunConfiguration.TreatNoTestsAsError=true
echo "consumed: the app's content root and settings were found"

cp "$root/samples/ci/summary.cs" .
mkdir data
XDG_DATA_HOME="$work/data" quietly dotnet run summary.cs
cat "$output"
has "^| .*AppGates.App | passed | [0-9][0-9,]* | [0-9][0-9,.]* |  |$" 2
has "^| ShopGates.Fails | FAILED | [0-9][0-9,]* | [0-9][0-9,.]* | .*limit 1.0" 2
[ "$(grep '^| [A-Z].* | ' "$output" | sed -n 2,3p | grep -c FAILED)" -eq 2 ] || wrong "the worst are not first"
echo "consumed: the table for a build server has them all"

# A branch that is as main is, and one that is slower.
mkdir branch
cp -r Shop "$root/samples/ci"/compare.* branch
cd branch
rm -rf Shop/bin Shop/obj
sed -i 's:MaxSlowdownPercent = 10:MaxSlowdownPercent = 50:' compare.cs # far from both branches, so that no noise of the machine decides
quietly git init --initial-branch main
git config user.name Stranger
git config user.email stranger@example.com
printf 'bin/\nobj/\n' > .gitignore
# As where the version of an analyzer is kept with those of all packages: compare.cs has to do without both.
echo '<Project><Import Project="$(MSBuildThisFileDirectory)../Directory.Build.props" Condition="Exists('\''$(MSBuildThisFileDirectory)../Directory.Build.props'\'')" />' \
  '<ItemGroup Condition="$(MSBuildProjectName) != Shop"><PackageReference Include="Meziantou.Analyzer" /></ItemGroup></Project>' > Directory.Build.props
git add . && quietly git commit -m "A shop"
export MAIN=main
quietly git switch -c slower
quietly bash compare.sh Shop /weatherforecast
cat "$output"
has "Reference: GET /weatherforecast of main"
sed -i 's:var forecast =:Thread.SpinWait(50_000); GC.KeepAlive(new byte[50_000]); var forecast =:' Shop/Program.cs
git commit -qam "Spin and allocate"
fails 1 bash compare.sh Shop /weatherforecast
cat "$output"
# A machine too busy for a steady app may prevent a verdict on speed, however clear the figures are. Bytes fail on any machine.
has "MaxExtraAllocatedBytesPerRequest: extra bytes per request [0-9,.]*, 95% interval .*; limit 500.0: the whole interval is beyond the limit, in both measurements"
has "MaxSlowdownPercent: RPS slowdown .*, 95% interval .*; limit 50.0%: the whole interval is beyond the limit, in both measurements"
[ "$(git worktree list | wc -l)" -eq 1 ] || wrong "compare.sh left a worktree"
cd ..
unset MAIN
echo "consumed: a pull request was compared with main"

fails 2 dotnet run -c Release --no-build --project Shop.ThroughputTests -- --filter-method ShopGates.Fails
cat "$output"
has "failed ShopGates.Fails"
has "MaxAllocatedBytesPerRequest: .* B allocated per request; limit 1.0 (.* over)"
fails 8 dotnet run -c Release --no-build --project Shop.ThroughputTests -- --filter-class Nothing
echo "consumed: and under Microsoft.Testing.Platform"

# A Debug build judges nothing but errors; it says so, and a build server doesn't let it pass.
quietly dotnet build --nologo --no-restore -p:RunAnalyzers=false # the Release build has analyzed the same sources
has_not "is a Debug build"
CI=true fails 1 dotnet test --no-build --filter FullyQualifiedName~ShopGates.Fails
for tests in Shop.Tests Shop.ThroughputTests; do
  has "ThroughputKit: $tests is a Debug build, in which gates on timing and memory are not judged." 1
done
has "Inconclusive: not judged: MaxAllocatedBytesPerRequest." 2
has "Warning DebugBuild: Built without optimizations: Shop. Build in Release, with -c Release."
has "This is a build server (CI is set), so the test fails: nobody would notice a warning." 2
quietly dotnet test --no-build Shop.Tests --filter Fails --logger "console;verbosity=detailed"
has "Inconclusive: not judged: MaxAllocatedBytesPerRequest."
has_not "CI is set"
GITHUB_ACTIONS=true quietly dotnet test --no-build --filter FullyQualifiedName~ShopGates.Fails
for tests in Shop.Tests Shop.ThroughputTests; do
  has "$tests.csproj : warning ThroughputKitInconclusive: .*ShopGates.Fails: Inconclusive: not judged: MaxAllocatedBytesPerRequest." 1
done
has "::warning title=Inconclusive::.*ShopGates.Fails: Inconclusive: not judged: MaxAllocatedBytesPerRequest." 2
echo '{ "test": { "runner": "Microsoft.Testing.Platform" } }' > global.json
quietly dotnet test --project Shop.ThroughputTests --list-tests
has "warning ThroughputKitDebug: Shop.ThroughputTests is a Debug build, in which gates on timing and memory are not judged." 1
has "ShopGates.Passes"
# The options that docs/ci.md names for the platform, and those of VSTest, which it refuses.
quietly dotnet test --no-build --project Shop.ThroughputTests --filter-not-trait Category=Throughput --max-parallel-test-modules 1 --output Detailed --report-xunit --report-xunit-trx
has "passed ShopSettings.The_settings_of_the_app_are_read"
fails 5 dotnet test --no-build --project Shop.ThroughputTests --filter Category=Throughput --logger trx
quietly dotnet test --no-build --project Shop.ThroughputTests --filter-trait Category=Nothing --ignore-exit-code 8
rm global.json
echo "consumed: a Debug build is inconclusive, and dotnet test says so before it runs tests and after"

# A project with the package for the other version of xunit, with both, or without a runner, would leave tests out without a word: it doesn't build.
# Packages are of the version that this repository has, or of the one that is named after a slash.
pinned() {
  [ "$1" = "${1#*/}" ] || { echo "${1#*/}"; return; }
  grep -o "Include=\"$1\" Version=\"[^\"]*" "$root/Directory.Packages.props" | sed 's/.*"//' | grep . || echo "$version"
}

project() {
  local project="$1" properties="$2" package
  shift 2
  mkdir -p "$project"
  cp Shop.Tests/ShopGates.cs "$project"
  {
    echo "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings>$properties</PropertyGroup><ItemGroup>"
    for package in "$@"; do
      echo "<PackageReference Include=\"${package%/*}\" Version=\"$(pinned "$package")\" />"
    done
    echo '<ProjectReference Include="../Shop/Shop.csproj" /></ItemGroup></Project>'
  } > "$project/$project.csproj"
}

unsound=()
messages=()
mixed() {
  local project="$1" message="$2"
  shift 2
  project "$project" "<OutputType>Exe</OutputType>" "$@"
  unsound+=("$project")
  messages+=("error : $project references $message")
}
mixed V2OnV3 "xunit.v3 and ThroughputKit.Xunit, which is for xunit v2: its tests would be left out. Reference ThroughputKit.XunitV3 instead of ThroughputKit.Xunit, or xunit v2 instead of xunit.v3." xunit.v3 ThroughputKit.Xunit
mixed V3OnV2 "xunit v2 and ThroughputKit.XunitV3, which is for xunit.v3: its tests would be left out. Reference ThroughputKit.Xunit instead of ThroughputKit.XunitV3, or xunit.v3 instead of xunit v2." xunit ThroughputKit.XunitV3
mixed Bare "ThroughputKit.XunitV3 and not xunit.v3 itself: no runner would find its tests. Add the package xunit.v3." Microsoft.NET.Test.Sdk ThroughputKit.XunitV3
mixed Both "ThroughputKit.Xunit and ThroughputKit.XunitV3: the tests of one would be left out. Remove one: " ThroughputKit.Xunit ThroughputKit.XunitV3
no_runner="ThroughputKit.Xunit and no runner for xunit v2: no runner would find its tests. Add the package xunit.runner.visualstudio."
mixed Runnerless "$no_runner" Microsoft.NET.Test.Sdk ThroughputKit.Xunit
mixed NUnitAlone "$no_runner" Microsoft.NET.Test.Sdk NUnit/4.4.0 NUnit3TestAdapter/5.2.0 ThroughputKit.Xunit
project NUnitRunner "<OutputType>Exe</OutputType><EnableNUnitRunner>true</EnableNUnitRunner>" NUnit/4.4.0 NUnit3TestAdapter/5.2.0 ThroughputKit.Xunit
unsound+=(NUnitRunner)
messages+=("error : NUnitRunner references ThroughputKit.Xunit, and Microsoft.Testing.Platform runs its tests with another framework than xunit v2: ")
quietly dotnet new sln -n Unsound -o Unsound
quietly dotnet sln Unsound add "${unsound[@]}"
fails 1 dotnet build -c Release --nologo -p:RunAnalyzers=false Unsound
for message in "${messages[@]}"; do
  has "$message"
done

# A project for an older .NET can't be restored, and reads why.
libraries=(ThroughputKit ThroughputKit.Xunit ThroughputKit.XunitV3 ThroughputKit.FluentAssertions ThroughputKit.AwesomeAssertions)
project Older "<TargetFramework>net8.0</TargetFramework><DisableImplicitFrameworkReferences>true</DisableImplicitFrameworkReferences><UseAppHost>false</UseAppHost>" "${libraries[@]}"
fails 1 dotnet restore Older
for package in "${libraries[@]}"; do
  has "error NU1202: Package $package $version is not compatible with net8.0 "
done

# But these build: a runner beside that of NUnit, a runner of version 2, libraries of helpers, a project that switches the check off.
project NUnitAndRunner "" Microsoft.NET.Test.Sdk NUnit/4.4.0 NUnit3TestAdapter/5.2.0 xunit.runner.visualstudio ThroughputKit.Xunit
project OldRunner "" Microsoft.NET.Test.Sdk xunit xunit.runner.visualstudio/2.4.5 ThroughputKit.Xunit
project Helpers "" ThroughputKit.Xunit
project XunitHelpers "" xunit ThroughputKit.Xunit
project Unchecked "<ThroughputKitCheckFramework>false</ThroughputKitCheckFramework>" Microsoft.NET.Test.Sdk ThroughputKit.Xunit
# So does one with versions in one place, and the runner brought to all projects of a folder.
mkdir Central
central() {
  echo '<Project><PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup><ItemGroup>'
  for package in "$@"; do
    echo "<PackageVersion Include=\"$package\" Version=\"$(pinned "$package")\" />"
  done
  echo '</ItemGroup></Project>'
}
central Microsoft.NET.Test.Sdk xunit.runner.visualstudio ThroughputKit.Xunit > Central/Directory.Packages.props
echo '<Project><Import Project="../Directory.Build.props" /><ItemGroup><PackageReference Include="xunit.runner.visualstudio" PrivateAssets="all" /></ItemGroup></Project>' > Central/Directory.Build.props
project Central "" Microsoft.NET.Test.Sdk ThroughputKit.Xunit
sed -i 's/\(PackageReference .*\) Version="[^"]*"/\1/' Central/Central.csproj
# And one with a path that has to be written otherwise in C#.
quietly dotnet new throughputkit-tests -o Quoted --app ../Shop/Shop.csproj --path '/weatherforecast?q="x"&y=\n'
# And what the template makes, in a repository that is strict, and that keeps the version of its analyzer with those of all packages.
mkdir Strict
central Meziantou.Analyzer xunit.v3 > Strict/Directory.Packages.props
echo '<Project><Import Project="../Directory.Build.props" /><PropertyGroup><GenerateDocumentationFile>true</GenerateDocumentationFile><AnalysisMode>Recommended</AnalysisMode></PropertyGroup>' \
  '<ItemGroup><PackageReference Include="Meziantou.Analyzer" PrivateAssets="all" /></ItemGroup></Project>' > Strict/Directory.Build.props
for xunit in v2 v3; do
  quietly dotnet new throughputkit-tests -o "Strict/Strict$xunit" --app ../../Shop/Shop.csproj --xunit "$xunit"
  quietly dotnet build -c Release --nologo "Strict/Strict$xunit" # with the analyzers
done
quietly dotnet new sln -n Sound -o Sound
quietly dotnet sln Sound add NUnitAndRunner OldRunner Helpers XunitHelpers Unchecked Central Quoted
quietly dotnet build -c Release --nologo -p:RunAnalyzers=false Sound
quietly dotnet test -c Release --no-build --list-tests NUnitAndRunner
has "ShopGates.Passes"
cp Quoted/AppGates.cs "$output"
has '.Get("/weatherforecast?q=\\"x\\"&y=\\\\n");'
echo "consumed: what would leave tests out doesn't build, and nothing else is kept from it"
