#!/usr/bin/env bash
# What real traffic costs: a file of a million rows, a mix with data and checks beside a single request, a chain beside its requests unlinked,
# a run with progress beside one without, whether runs with one seed send the same, and 10,000 users with think time. Takes about 8 minutes, two
# with --quick, and seconds with --data, for the file alone; --progress measures progress alone. Exits non-zero if requests fail, differ or are lost, or the generator allocates more than a byte for each; times never fail
# it.
set -euo pipefail
cd "$(dirname "$0")/.."
exec dotnet run -c Release --project benchmarks/Traffic -- "$@"
