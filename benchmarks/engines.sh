#!/usr/bin/env bash
# Load generators beside one another, in one interleaved session: the kit's engines, wrk, h2load, hey, ab, a plain HttpClient
# loop and a bare loop in C; then the app in process, https, HTTP/2, gRPC, set rates, and the generator's memory. A session that was cut
# off goes on where it was. Rows of tools that are not installed are left out (Debian's wrk, nghttp2-client, hey, apache2-utils, gcc).
# Options: --rounds, --seconds, --connections, --path, --sections, --output, --fresh; --help tells more.
set -euo pipefail
cd "$(dirname "$0")/.."
exec dotnet run -c Release --project benchmarks/Engines -- "$@"
