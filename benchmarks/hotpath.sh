#!/usr/bin/env bash
# The paths that every request takes, apart from sockets: how long each takes, and that none of them allocates; exits
# non-zero if one does. Options are passed on to BenchmarkDotNet, but for --job: --filter '*Exchange*', --anyCategories PerRequest, --iterationCount 15.
set -euo pipefail
cd "$(dirname "$0")/.."
exec dotnet run -c Release --project benchmarks/HotPath -- "$@"
