# Sourced: packs all packages with one unique version into the local feed, and makes a folder outside the tree where they
# are to be had. Sets $root, $version and $work. Nothing is left of it at the end of the script.
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
version="$(sed -n 's:.*<VersionPrefix>\(.*\)</VersionPrefix>.*:\1:p' "$root/Directory.Build.props").$(date +%s)" # later than any that was packed by hand
work="$(mktemp -d)"
cache="${NUGET_PACKAGES:-$HOME/.nuget/packages}"

leave_nothing() {
  rm -rf "$root/artifacts/packages"/ThroughputKit*."$version".*nupkg "$cache"/throughputkit*/"$version"
  rm -rf "$work" "$output"
  rmdir "$cache"/throughputkit* 2> /dev/null || true # those without another version
}
trap leave_nothing EXIT
export MSBUILDDISABLENODEREUSE=1 UseSharedCompilation=false # or processes would stay in that folder

# The commands as a reader would type them, but what they install, configure and pack is for this run alone.
dotnet() {
  case "$1" in
    new) command dotnet "$@" --debug:custom-hive "$work/templates" ;;
    nuget) command dotnet "$@" --configfile "$work/nuget.config" ;;
    pack) command dotnet "$@" -p:PackageVersion="$version" -v quiet --nologo ;;
    *) command dotnet "$@" ;;
  esac
}

echo '<configuration />' > "$work/nuget.config"
cd "$root"
dotnet pack -c Release
dotnet nuget add source "$PWD/artifacts/packages" --name throughputkit
cd "$work"

# That all projects below the folder use what was packed here, and nothing else.
used_what_was_packed() {
  local assets
  for assets in "$1"/*/obj/project.assets.json; do
    if grep -q '"ThroughputKit[.A-Za-z0-9]*/' "$assets" && grep -o '"ThroughputKit[.A-Za-z0-9]*/[^"]*' "$assets" | grep -qv "/$version\$"; then
      wrong "$assets has packages of another version than $version"
    fi
  done
  grep -qs "\"ThroughputKit/$version\"" "$1"/*/obj/project.assets.json || wrong "no project uses what was packed"
}
