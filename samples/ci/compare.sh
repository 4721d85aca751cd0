#!/usr/bin/env bash
# Builds an app as it was where this branch left main, and as it is now, and compares the two: compare.sh <the app's project> <path>...
# Ends with 1 if the branch is slower, allocates more or fails. MAIN names another branch than origin/main. compare.cs must lie beside it.
set -euo pipefail
project="${1:?the app\'s project, from the root of the repository, such as src/Shop}"
shift
beside="$(cd "$(dirname "$0")" && pwd)"
cd "$(git rev-parse --show-toplevel)"
work="$(mktemp -d)"
trap 'git worktree remove --force "$work/source" 2> /dev/null || true; rm -rf "$work"' EXIT

# What main has gained since then is neither side's.
git worktree add --quiet --detach "$work/source" "$(git merge-base HEAD "${MAIN:-origin/main}")"
dotnet publish -c Release -v quiet --nologo "$work/source/$project" -o "$work/main"
dotnet publish -c Release -v quiet --nologo "$project" -o "$work/branch"
dotnet run "$beside/compare.cs" -- "$work/main" "$work/branch" "$@"
