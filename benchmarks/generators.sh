#!/usr/bin/env bash
# The kit beside wrk and a plain HttpClient loop, in one interleaved session, the app in another process.
# Needs wrk for its rows (Debian's package wrk). Options are passed on: --rounds, --seconds, --connections, --path.
set -euo pipefail
cd "$(dirname "$0")/.."
exec dotnet run -c Release --project benchmarks/Generators -- "$@"
