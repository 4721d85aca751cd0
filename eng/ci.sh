#!/usr/bin/env bash
# Runs .ci/run as a build server does: in a fresh clone of the present commit, in a temporary folder, with a copy of ../shared
# beside it. Brings back artifacts/ci, what each step printed, and artifacts/ci-green, the tree that passed.
set -uo pipefail
cd "$(dirname "$0")/.."
[ -z "$(git status --porcelain)" ] || echo "note: what isn't committed is not part of this run"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
git clone -q . "$work/main" || exit 1
[ ! -d ../shared ] || cp -r ../shared "$work/shared"
CI=true bash "$work/main/.ci/run" < /dev/null
code="$?"
rm -rf artifacts/ci artifacts/ci-green
cp -r "$work/main/artifacts/ci" artifacts/ci
[ "$code" -ne 0 ] || cp "$work/main/artifacts/ci-green" artifacts/ci-green
exit "$code"
