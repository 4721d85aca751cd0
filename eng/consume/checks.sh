# Sourced: what the scripts check the output of a command with, which is kept in a file.
output="$(mktemp)"

wrong() {
  echo "wrong: $*"
  exit 1
}

# Shows the output of a command only if it fails.
quietly() {
  "$@" > "$output" 2>&1 || { cat "$output"; wrong "failed: $*"; }
}

# A command that has to fail, with this exit code.
fails() {
  local code=0 expected="$1"
  shift
  "$@" > "$output" 2>&1 || code=$?
  [ "$code" -eq "$expected" ] || { cat "$output"; wrong "ended with $code rather than $expected: $*"; }
}

# That so many lines have a pattern; once or more if no number is given.
has() {
  local count
  count="$(grep -c -- "$1" "$output" || true)"
  if [ "$count" -eq 0 ] || [ "$count" -ne "${2:-$count}" ]; then
    cat "$output"
    wrong "$count lines rather than ${2:-some} have: $1"
  fi
}

has_not() {
  ! grep -q -- "$1" "$output" || { cat "$output"; wrong "a line has: $1"; }
}
