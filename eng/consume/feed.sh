# Sourced: packs all packages with one unique version into the local feed, and makes a folder outside the tree where they
# are to be had. Sets $root, $version and $work. Nothing is left of it at the end of the script.
# THROUGHPUTKIT_FEED names a folder in which pack.sh has put packages; then they are used, and nothing is packed.
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
feed="${THROUGHPUTKIT_FEED:-}"
if [ -n "$feed" ]; then
  feed="$(cd "$feed" && pwd)"
  version="$(basename -s .nupkg "$feed"/ThroughputKit.[0-9]*.nupkg)"
  version="${version#ThroughputKit.}"
  [ -f "$feed/ThroughputKit.$version.nupkg" ] || wrong "$feed has no packages, or those of several versions"
else
  version="$(sed -n 's:.*<VersionPrefix>\(.*\)</VersionPrefix>.*:\1:p' "$root/Directory.Build.props").$(date +%s)" # later than any that was packed by hand
fi
work="$(mktemp -d)"
cache="${NUGET_PACKAGES:-$HOME/.nuget/packages}"
users="${DOTNET_CLI_HOME:-$HOME}/.nuget/NuGet"

leave_nothing() {
  end_compiler || true
  rm -rf "$cache"/throughputkit*/"$version"
  [ -n "$feed" ] || rm -f "$root/artifacts/packages"/ThroughputKit*."$version".*nupkg
  rm -rf "$work" "$output"
  rmdir "$cache"/throughputkit* 2> /dev/null || true # those without another version
}
source "$root/eng/compiler.sh"
trap leave_nothing EXIT
export MSBUILDDISABLENODEREUSE=1 # or processes would stay in that folder

# What the commands install and configure is for this run alone; the user's own sources are known.
export DOTNET_CLI_HOME="$work/home" NUGET_PACKAGES="$cache" DOTNET_NOLOGO=1 DOTNET_GENERATE_ASPNET_CERTIFICATE=false
mkdir -p "$work/home/.nuget/NuGet"
if [ -f "$users/NuGet.Config" ]; then
  cp "$users/NuGet.Config" "$work/home/.nuget/NuGet"
  command dotnet nuget remove source throughputkit > "$output" || true # of a user who has followed the README
fi

dotnet() {
  case "$1" in
    pack) command dotnet "$@" ${as_built:-} -p:PackageVersion="$version" -v quiet --nologo ;;
    *) command dotnet "$@" ;;
  esac
}

# The blocks of a section of the README, each in a file of its own: 1.sh, 2.diff.
blocks() {
  mkdir "$2"
  awk -v heading="## $1" -v folder="$2" '
    /^## / { inside = $0 == heading }
    inside && /^ *```[a-z]+$/ { sub(/^ *```/, ""); file = folder "/" ++step "." $0; next }
    /^ *```/ { file = "" }
    file { sub(/^   /, ""); print > file }' "$root/README.md"
}

# Packs and names the source as the README says it, in a clone.
blocks "Until the packages are published" "$work/packing"
[ "$(ls "$work/packing")" = 1.sh ] || wrong "the README has other blocks than one of commands on how to pack"
if [ -n "$feed" ]; then
  command dotnet nuget add source "$feed" --name throughputkit
else
  cd "$root"
  source "$work/packing/1.sh"
fi
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
