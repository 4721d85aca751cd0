#!/usr/bin/env bash
# What real traffic costs: a file of a million rows, a mix with data and checks beside a single request, a chain beside its requests unlinked,
# a run with progress beside one without, whether runs with one seed send the same, 10,000 users with think time, and the reports of a long run.
# Takes about 8 minutes, two with --quick, and seconds with --data, for the file alone, or --reports; --progress measures progress alone. Exits non-zero
# if requests fail, differ or are lost, the generator allocates more than a byte for each, or a page has 100 KB or more; times never fail it.
set -euo pipefail
cd "$(dirname "$0")/.."
exec dotnet run -c Release --project benchmarks/Traffic -- "$@"
