#!/usr/bin/env bash
# Builds the demonstration for browsers into out/demo: the page, the game as WebAssembly (compressed), and Go's glue for it. Any
# static host can serve that folder, and `bin/netlab demo` does.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-out/demo}
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-tags=pebblegozstd"
mkdir -p "$out"
program=$(mktemp)
trap 'rm -f "$program"' EXIT
GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w -buildid=' -o "$program" ./cmd/demo
gzip -9 -n <"$program" >"$out/demo.wasm.gz"
glue=$(go env GOROOT)/lib/wasm/wasm_exec.js
[ -f "$glue" ] || glue=$(go env GOROOT)/misc/wasm/wasm_exec.js # where some packages of Go have it
cp "$glue" "$out/wasm_exec.js"
chmod u+w "$out/wasm_exec.js"
cp lab/demo/page/* "$out/"
total=0
for f in "$out"/*; do
	case $f in
	*.gz) size=$(stat -c %s "$f") ;;
	*) size=$(gzip -9 -n <"$f" | wc -c) ;;
	esac
	total=$((total + size))
done
echo "$out: $(stat -c %s "$program") bytes of program, $total bytes over the wire in all"
