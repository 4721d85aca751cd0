#!/usr/bin/env bash
# Packs what is committed as a build server does, from two clones in different folders, and compares all that the packages
# hold, byte by byte (the packages themselves differ by the times in them); then looks for the address of the sources in
# packages and symbols. Leaves nothing behind.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
commit="$(git -C "$root" rev-parse HEAD)"
# Made up: only its form counts, and nothing is asked of it.
address="https://github.com/example/throughputkit.git"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

for clone in first second/one-deeper; do
  git clone -q --no-tags "$root" "$work/$clone"
  git -C "$work/$clone" remote set-url origin "$address"
  CI=true dotnet pack -c Release -p:RunAnalyzersDuringBuild=false "$work/$clone" -o "$work/$clone/packed" -v quiet --nologo
  mkdir "$work/$clone/unpacked"
  for package in "$work/$clone"/packed/*; do
    unzip -q "$package" -d "$work/$clone/unpacked/$(basename "$package")"
  done
done

diff -r "$work/first/unpacked" "$work/second/one-deeper/unpacked"
echo "reproduced: $(ls "$work/first/packed" | wc -l) packages hold the same from two folders"

for symbols in "$work"/first/unpacked/*.snupkg/lib/*/*.pdb; do
  grep -aq "https://raw.githubusercontent.com/example/throughputkit/$commit/" "$symbols" || { echo "$(basename "$symbols") doesn't say where its sources are"; exit 1; }
done
for package in "$work"/first/unpacked/*.nupkg; do
  grep -q "<repository type=\"git\" url=\"$address\" .*commit=\"$commit\"" "$package"/*.nuspec || { echo "$(basename "$package") doesn't say where it comes from"; exit 1; }
  grep -q "](${address%.git}/blob/$commit/docs/gates.md)" "$package/README.md" || { echo "the README of $(basename "$package") doesn't lead to the documentation"; exit 1; }
  ! grep -q "](docs/" "$package/README.md" || { echo "the README of $(basename "$package") leads to nowhere"; exit 1; }
done
echo "reproduced: symbols, packages and their README say which commit they were made of"
