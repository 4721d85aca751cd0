#!/usr/bin/env bash
# Runs the sample's gates again and again: how often they pass, and what a throughput test takes beyond its own warm-up
# and window. Options are passed on: --times, --filter.
set -euo pipefail
cd "$(dirname "$0")/.."
dotnet build -c Release samples/HelloApi.ThroughputTests -v quiet --nologo
exec dotnet run -c Release --project benchmarks/Gates -- "$@"
