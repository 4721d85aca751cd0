#!/usr/bin/env bash
# Runs all tests: the fast tier, which is what dotnet test -c Release runs, then the slow one. Options are passed on to both,
# such as --logger trx.
set -uo pipefail
cd "$(dirname "$0")/.."
dotnet test -c Release "$@"
fast="$?"
dotnet test -c Release --no-build -p:Tier=slow "$@"
slow="$?"
[ "$fast" -eq 0 ] && [ "$slow" -eq 0 ]
