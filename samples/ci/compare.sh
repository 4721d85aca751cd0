#!/usr/bin/env bash
# Compares an app as it was where this branch left main with the app as it is now.
# Usage: compare.sh <the app's project folder, from the root of the repository> <URL path>...
# Ends with 1 if the branch is slower, allocates more or fails, and with 0 if a difference is too near its limit to tell. MAIN
# names another branch than origin/main. compare.cs must be in the same folder as this script.
set -euo pipefail
project="${1:?the app\'s project folder, from the root of the repository, such as src/Shop}"
shift
here="$(cd "$(dirname "$0")" && pwd)"
cd "$(git rev-parse --show-toplevel)"
work="$(mktemp -d)"
trap 'git worktree remove --force "$work/source" 2> /dev/null || true; rm -rf "$work"' EXIT

# What main has gained since then is neither side's.
git worktree add --quiet --detach "$work/source" "$(git merge-base HEAD "${MAIN:-origin/main}")"
dotnet publish -c Release -v quiet --nologo "$work/source/$project" -o "$work/main"
dotnet publish -c Release -v quiet --nologo "$project" -o "$work/branch"
# What Directory.Build.props and the like set for the projects of the repository, such as analyzers, is not for compare.cs.
ImportDirectoryBuildProps=false ImportDirectoryBuildTargets=false ImportDirectoryPackagesProps=false RunAnalyzers=false \
  dotnet run "$here/compare.cs" -- "$work/main" "$work/branch" "$@"
