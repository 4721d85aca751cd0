#!/usr/bin/env bash
# How long the tests take, and how often they pass, as a table: the README's test command in fresh clones, the fast tier again
# and again, .ci/run in fresh clones, the sample's gates. Takes about two hours; name rows to have only those:
#   eng/green.sh clone clone-busy fast fast-busy ci gates
# A busy row runs beside a process that burns a core. Each run's output stays in artifacts/green.
set -uo pipefail
cd "$(dirname "$0")/.."
out="$PWD/artifacts/green"
mkdir -p "$out"
source eng/compiler.sh
work="$(mktemp -d)"
burner=""
leave_nothing() {
  stop_burning
  end_compiler
  rm -rf "$work"
}
trap leave_nothing EXIT

burn() { bash -c 'while :; do :; done' & burner="$!"; }
stop_burning() { [ -z "$burner" ] || kill "$burner" 2> /dev/null; burner=""; }

# row NAME TIMES WHAT COMMAND...: runs the command so often; a line of the table.
row() {
  local name="$1" times="$2" what="$3" passed=0 seconds=() run begun
  shift 3
  [[ "$name" != *-busy ]] || burn
  for run in $(seq "$times"); do
    begun="$SECONDS"
    if "$@" > "$out/$name-$run.txt" 2>&1 < /dev/null; then
      passed=$((passed + 1))
    else
      grep -h '^  Failed \|^failed' "$out/$name-$run.txt" | sed "s/^ */$name $run: /"
    fi
    seconds+=("$((SECONDS - begun))")
  done
  stop_burning
  printf '| %s | %s of %s | %s |\n' "$what" "$passed" "$times" "${seconds[*]}" >> "$out/table.md"
}

in_clone() {
  rm -rf "$work/clone"
  git clone -q . "$work/clone" && (cd "$work/clone" && dotnet test -c Release)
}

printf '| What | passed | seconds of each run |\n| --- | --- | --- |\n' > "$out/table.md"
[ $# -gt 0 ] || set -- clone clone-busy fast fast-busy ci gates
for row in "$@"; do
  case "$row" in
    clone) row "$row" 1 "dotnet test -c Release, fresh clone" in_clone ;;
    clone-busy) row "$row" 1 "the same, beside a process that burns a core" in_clone ;;
    fast | fast-busy)
      dotnet build -c Release -v quiet --nologo > "$out/build.txt" || { cat "$out/build.txt"; exit 1; }
      end_compiler
      ;;&
    fast) row "$row" 5 "fast tier, built before" dotnet test -c Release --no-build ;;
    fast-busy) row "$row" 3 "the same, beside a process that burns a core" dotnet test -c Release --no-build ;;
    ci) row "$row" 3 ".ci/run, fresh clone" eng/ci.sh ;;
    gates) row "$row" 3 "the sample's gates" benchmarks/gates.sh --times 1 ;;
    *) echo "there is no row $row"; exit 1 ;;
  esac
done
cat "$out/table.md"
