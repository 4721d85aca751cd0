#!/usr/bin/env bash
# Packs all packages, as they were built, into a folder, for several scripts that use them: THROUGHPUTKIT_FEED=<the folder>. One version, and one run of
# the README's commands on how to pack. Those scripts run one after the other, because each cleans up after itself.
# Usage: pack.sh <folder>
set -euo pipefail
mkdir -p "${1:?a folder}"
folder="$(cd "$1" && pwd)"
unset THROUGHPUTKIT_FEED
as_built=--no-build # restoring for another version would have everything built again, now and by whatever builds next
source "$(dirname "$0")/feed.sh"
cp "$root/artifacts/packages"/ThroughputKit*."$version".*nupkg "$folder"
echo "packed: version $version"
