# Sourced by .ci/run: steps that tell all. The output of a step goes to $out/NAME.txt and its outcome to $out/NAME.outcome.
# A step that fails keeps back only those that need it.

# step NAME [needs STEP...] -- COMMAND...
step() {
  local name="$1" start="$SECONDS" outcome=passed
  shift
  while [ "$1" != -- ]; do
    if [ "$1" != needs ] && ! passed "$1"; then
      tell "$name" "left out, because it needs $1"
      return
    fi
    shift
  done
  shift
  "$@" > "$out/$name.txt" 2>&1 < /dev/null || outcome=failed
  tell "$name" "$outcome" "after $((SECONDS - start)) s"
}

# The same, for a step that judges a load that it measured: with try_again it runs once more, alone, if it failed.
measuring_step() {
  printf '%q ' "$@" > "$out/$1.measuring"
  step "$@"
}

try_again() {
  local measuring name
  for measuring in "$out"/*.measuring; do
    name="$(basename "$measuring" .measuring)"
    failed "$name" || continue
    mv "$out/$name.txt" "$out/$name.first-try.txt"
    eval "step $(cat "$measuring")"
    echo "$name: failed, then, alone, $(cat "$out/$name.outcome")" >> "$out/second-tries"
  done
}

tell() { echo "$2" > "$out/$1.outcome"; echo "== $1: $2 ${3:-}" | tee -a "$out/steps"; }
passed() { [ "$(cat "$out/$1.outcome" 2> /dev/null)" = passed ]; }
failed() { [ "$(cat "$out/$1.outcome" 2> /dev/null)" = failed ]; }
failed_steps() { grep -lx failed "$out"/*.outcome | xargs -r -n 1 basename -s .outcome; }

# Of the result files below some folders of $out: a counter, or the failed tests, without the arguments of a theory's row.
results() { local folder; for folder in "$@"; do [ ! -d "$out/$folder" ] || find "$out/$folder" -name '*.trx' -exec cat {} +; done; }
count() { local counter="$1"; shift; results "$@" | grep -o '<Counters [^>]*' | grep -o " $counter=\"[0-9]*\"" | tr -dc '0-9\n' | awk '{ sum += $1 } END { print sum + 0 }'; }
failed_tests() { results "$@" | grep -o '<UnitTestResult [^>]*outcome="Failed"' | sed 's/.* testName="\([^"(]*\).*/\1/' | sort -u; }

# Whether a process ended before all of its tests did: then nobody knows how the others would have ended.
cut_short() { [ "$(results "$@" | grep -c 'The active test run was aborted')" -gt 0 ]; }

# What dotnet test printed of failed tests, up to 20 lines each, without stack traces.
first_lines() { awk '/^  Failed / { lines = 20 } /^  (Passed|Skipped) |^  Stack Trace:|^(Passed|Failed)!/ { lines = 0 } lines-- > 0' "$1"; }
