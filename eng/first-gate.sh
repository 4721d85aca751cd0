#!/usr/bin/env bash
# Follows the README's way from an empty folder to a gate that passes and then fails: its commands and edits, read from the
# README itself, in an empty folder outside the tree.
set -euo pipefail
here="$(cd "$(dirname "$0")/consume" && pwd)"
source "$here/feed.sh"
export CI='' TF_BUILD='' DOTNET_CLI_UI_LANGUAGE=en

mkdir "$work/empty"
blocks "Your first gate" "$work/steps"
steps="$(find "$work/steps" -type f | wc -l)"
[ "$steps" -ge 1 ] && [ "$steps" -le 6 ] || wrong "the README has $steps steps to a first gate, rather than 1 to 6"

# An edit names a file, the line to replace and the line to put there.
edit() {
  local file from to
  file="$(sed -n 's/^--- //p' "$1")"
  from="$(sed -n 's/^-\([^-]\)/\1/p' "$1")"
  to="$(sed -n 's/^+\([^+]\)/\1/p' "$1")"
  awk -v from="$from" -v to="$to" '$0 == from { $0 = to; n++ } { print } END { exit n != 1 }' "$file" > edited \
    || wrong "$file has no such line, or several: $from"
  mv edited "$file"
}

cd "$work/empty"
tests=0
for step in $(seq "$steps"); do
  if [ -f "$work/steps/$step.diff" ]; then
    echo "== step $step: an edit"
    edit "$work/steps/$step.diff"
    continue
  fi

  command="$(cat "$work/steps/$step.sh")"
  echo "== step $step: $command"
  # A failure is excused while a busy machine has not compiled the app's code. Such a run says nothing, so it is made again.
  for run in 1 2 3; do
    code=0
    (eval "$command") > "$output" 2>&1 || code=$?
    cat "$output"
    grep -q "see StillCompiling" "$output" || break
    echo "run $run is excused: code was still being compiled"
  done
  if [[ "$command" == "dotnet test "* ]]; then
    tests=$((tests + 1))
  fi
  [ "$code" -eq 0 ] || [ "$tests" -eq 2 ] || wrong "step $step failed"
done

used_what_was_packed .
[ "$tests" -eq 2 ] || wrong "the README tests $tests times, rather than twice"
[ "$code" -eq 1 ] || wrong "the second test ends with $code, although its gate should fail"
has "A gate failed:"
has "MaxAllocatedBytesPerRequest: .* B allocated per request; limit 500.0 (.* over)"
echo "from an empty folder to a gate that passes and then fails: $steps steps"
