#!/usr/bin/env bash
# The size of the code: its lines, the words about it, where it asks which kind of load it has outside of Traffic, and the types whose code runs between an attribute and the message
# of its failed gate (with what starts and loads the app, measures and judges).
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t sources < <(git ls-files 'src/*.cs')
echo "source: $(cat "${sources[@]}" | wc -l) lines in ${#sources[@]} files"
echo "questions about the kind of load outside of Traffic: $(grep -hvE '^ *//' "${sources[@]/*\/Traffic\/*/\/dev\/null}" \
  | grep -vE 'get; init;|IsChain = ' | grep -cE '\bIsChain\b|Kind [!=]= LoadKind|\b(Scenario|Chain|Steps) is\b')"
echo "README.md and docs: $(cat README.md docs/*.md | wc -w) words"

# The runtime lists every method that it compiles, and may crash when it closes the list at the end. A closure or an
# iterator counts as the type that it is written in.
dotnet build -c Release tests/XunitV3Specimens -v quiet --nologo -clp:NoSummary
compiled="$(mktemp)"
trap 'rm -f "$compiled"' EXIT
CI='' TF_BUILD='' DOTNET_JitStdOutFile="$compiled" DOTNET_JitDisasmSummary=1 \
  dotnet tests/XunitV3Specimens/bin/Release/net10.0/XunitV3Specimens.dll \
  --filter-method XunitSpecimens.FailingGates.Beyond_any_app > /dev/null || true
types="$(sed -n 's/.* \(ThroughputKit\.[A-Za-z0-9_.]*\)[^:]*:.*/\1/p' "$compiled" | sort -u)"
[ -n "$types" ] || { echo "no type of the kit was compiled: did the test run?" >&2; exit 1; }
echo "types from an attribute to its message: $(wc -l <<< "$types")"
sed 's/\.[^.]*$//' <<< "$types" | sort | uniq -c | sort -rn
