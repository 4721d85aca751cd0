#!/usr/bin/env bash
# The engines beside wrk, a plain HttpClient loop and a bare loop in C, in one interleaved session, the app in another process.
# Needs wrk and gcc for their rows (Debian packages of those names). Options are passed on: --rounds, --seconds, --connections, --path.
set -euo pipefail
cd "$(dirname "$0")/.."
exec dotnet run -c Release --project benchmarks/Engines -- "$@"
