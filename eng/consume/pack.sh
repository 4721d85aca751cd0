#!/usr/bin/env bash
# Packs all packages into a folder, for several scripts that use them: THROUGHPUTKIT_FEED=<the folder>. One version, and one run of the
# README's commands on how to pack. Those scripts run one after the other, because each cleans up after itself.
# Usage: pack.sh <folder>
set -euo pipefail
mkdir -p "${1:?a folder}"
folder="$(cd "$1" && pwd)"
unset THROUGHPUTKIT_FEED
source "$(dirname "$0")/feed.sh"
cp "$root/artifacts/packages"/ThroughputKit*."$version".*nupkg "$folder"
echo "packed: version $version"
