#!/usr/bin/env bash
# Runs the cases of the reviews, ../shared/cases, with this checkout, and says of each whether it printed what is right. About fifteen minutes, on a quiet
# machine; arguments choose some.
set -uo pipefail
cd "$(dirname "$0")/.."
export KIT="$PWD"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cp -r ../shared/cases/* "$work"
# The names that some cases use, as they are now.
sed -i 's/ExcusesFailureOf = FigureKind.Timing/Explains = double.PositiveInfinity/' "$work/verdicts/Cases.cs"
sed -i -e 's/new UserCookies()/new ThroughputKit.Requests.Cookies.CookieStore(new("127.0.0.1", true, false), TimeProvider.System)/' \
  -e 's/CookieJar("127.0.0.1", true)/CookieJar(user.Copy())/' -e 's/jar.Store(new Uri("http:\/\/127.0.0.1" + request), set)/jar.Store(request, set)/' \
  -e 's/jar.HeaderFor("http", to)/jar.HeaderFor(to)/' "$work/engines/More3.cs"
for folder in verdicts engines; do
  dotnet build "$work/$folder" -c Release -v quiet --nologo -p:RunAnalyzers=false -p:EnforceCodeStyleInBuild=false || exit 1
done

failed=0
# Checks that a case prints one thing and doesn't print another: extended regular expressions, the second may be left out.
check() {
  local folder="$1" name="$2" right="$3" wrong="${4:-}" printed
  [ "${#chosen[@]}" -eq 0 ] || printf '%s\n' "${chosen[@]}" | grep -qxF "$name" || return 0
  read -ra arguments <<< "$name"
  printed="$(cd "$work/$folder/bin/Release/net10.0" && timeout 300 dotnet HotPath.dll "${arguments[@]}" 2>&1)"
  if grep -qE "$right" <<< "$printed" && { [ -z "$wrong" ] || ! grep -qE "$wrong" <<< "$printed"; }; then
    echo "right: $folder, $name"
  else
    echo "wrong: $folder, $name: expected $right${wrong:+, and not $wrong}:"
    sed 's/^/  /' <<< "$printed"
    failed=$((failed + 1))
  fi
}
# Checks that a case, which judges itself, ends with zero.
judged() {
  local name="$1" printed
  [ "${#chosen[@]}" -eq 0 ] || printf '%s\n' "${chosen[@]}" | grep -qxF "$name" || return 0
  shift
  if printed="$(timeout 600 "$@" 2>&1)"; then
    echo "right: $name"
  else
    echo "wrong: $name:"
    sed 's/^/  /' <<< "$printed"
    failed=$((failed + 1))
  fi
}
chosen=("$@")

check verdicts data 'GATE Inconclusive MaxAllocatedBytes' 'GATE Passed MaxAllocatedBytes'
check verdicts ratemix 'GATE Failed MaxAllocatedBytes' 'GATE Passed MaxAllocatedBytes'
check verdicts first 'GATE Failed MaxFirstResponseMs' 'GATE Passed MaxFirst'
check verdicts compile 'GATE Failed MaxHeapGrowthBytes' 'GATE Passed MaxHeap'
check verdicts rows 'MaxSlowdownPercent' 'Passed MaxSlowdown'
check verdicts 'mix 2' 'MaxSlowdownPercent' 'Passed MaxSlowdown'
check verdicts unsent 'rare was never sent' '^Passed'
check verdicts rounds 'No ratio for b' 'ratio of b: .*[0-9]'
check verdicts pure 'steady False' 'steady True'
check verdicts excuses 'Failed MaxFirstResponseMs' 'Inconclusive Max(FirstResponse|Cpu)'
check verdicts logs 'after a .* generator 0\.0 B' 'generator [1-9]'
check engines contradiction 'ok 1 failed 0' 'could not be run'
check engines sum 'mean 600 s' 'mean -'
check engines unique 'duplicate counters 0' '(counters|guids|bad) [1-9]'
check engines crosstalk 'bad 0' 'bad [1-9]'
check engines budget 'identity True' 'identity False|twice [1-9]'
check engines rates 'worst drift' 'unsent [1-9]'
check engines slowconn '4 connections, one of 20 ms: .* rps [0-9]{5}' '4 connections, one of 20 ms: .* rps [0-9]{1,4} '
check engines slowuser 'rps [0-9]{4}' 'rps [0-9]{1,3} '
check engines mixgate 'was never sent'
check engines weight0 'sent 2 ok 2' 'could not be run'
check engines hangone 'ok 1999 failed 1' 'ok 2000'
check engines timeoutfuzz 'identity True' 'identity False'

judged traffic dotnet run -c Release --project "$work/traffic/runner" -p:RunAnalyzers=false -p:EnforceCodeStyleInBuild=false
for folder in "$work"/hosts/[0-9]*; do
  judged "$(basename "$folder")" bash -c 'cd "$1" && if [ -f run.sh ]; then bash run.sh; else dotnet run -c Release; fi' _ "$folder"
done

echo "$failed wrong"
[ "$failed" -eq 0 ]
