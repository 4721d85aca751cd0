#!/usr/bin/env bash
# How often verdicts are right, and how long they take: identical code, code that is slower in several ways, allocations, set rates that an app
# stalls at, and the rule alone against made-up noise. Takes hours; one that was cut off goes on where it was.
# Options: --series, --trials, --output, --fresh; --help tells more.
set -euo pipefail
cd "$(dirname "$0")/.."
dotnet build -c Release benchmarks/Verdicts -v quiet --nologo
exec benchmarks/Verdicts/bin/Release/net10.0/Verdicts "$@"
