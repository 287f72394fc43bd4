#!/usr/bin/env bash
# The whole of `make test`: the steps that a change has to pass, in the order that finds cheap mistakes first. Each step
# prints a heading and the seconds that it took; the first one that fails ends the run. All steps share Go's caches.
#
#   FUZZTIME=10000x   how much each fuzz target runs: a count. A time can fail by itself: up to Go 1.26 the end of the time
#                     races with the workers and is reported as a failure without an input (go.dev/issue/75804)
#   SEEDS=120         seeds of the laws of the netcode
#   ONLY=a,b          run only these steps (the names in the list at the end)
set -euo pipefail
cd "$(dirname "$0")/.."

# No C is compiled for the store: its compressor is the one in Go. The tests of a package count as hanging after a time that a slow
# and busy machine does not need.
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-tags=pebblegozstd -timeout=45m"

FUZZTIME=${FUZZTIME:-10000x}
SEEDS=${SEEDS:-120}
ONLY=${ONLY:-}

# need PROGRAM HOW-TO-GET-IT
need() {
	command -v "$1" >/dev/null || { echo "make test needs $1: $2" >&2; exit 1; }
}

# packages_with REGEX [GREP-OPTION...]: the packages that have a line like it in a Go file.
packages_with() {
	local regex=$1
	shift
	{ grep -rlE "$@" --include='*.go' --exclude-dir=testdata --exclude-dir='.?*' "$regex" . || true; } |
		xargs -r -n1 dirname | sort -u
}

# with_gl: the packages that need OpenGL or a window, or whose tests do.
with_gl() {
	go list -test -f '{{.ImportPath}}{{range .Deps}} {{.}}{{end}}' ./... |
		sed -nE '/ github.com\/go-gl\/(gl|glfw)\//s/^([^ ]*).*/\1/p' | sed -E 's/(_test)?(\.test)?$//' | sort -u
}

# without_gl: those of the packages on stdin that are not with_gl, by their names.
without_gl() { xargs -r go list -e -f '{{if not .Error}}{{.ImportPath}}{{end}}' | grep -vxFf <(with_gl); }

# on_screen COMMAND...: on a screen of its own that nobody sees, drawn by the processor.
on_screen() {
	LIBGL_ALWAYS_SOFTWARE=1 VOXTIDE_HOME= xvfb-run -a -s "-screen 0 1280x720x24 -noreset" "$@"
}

format() {
	local bad
	bad=$(find . -name '*.go' -not -path './.*' -print0 | xargs -0r gofmt -l)
	[ -z "$bad" ] || { echo "not formatted (gofmt -w would):" >&2; echo "$bad" >&2; return 1; }
	bad=$(grep -rnIE '^(<{7}|>{7}) ' . --exclude-dir='.?*' --exclude-dir=bin --exclude-dir=out | cut -c1-120 || true)
	[ -z "$bad" ] || { echo "left by a merge:" >&2; echo "$bad" >&2; return 1; }
}

tidy() { go mod tidy -diff; }

law() { go test -count=1 ./internal/arch; }

vet() { go vet ./...; }

vet_faults() { go vet -tags faults,pebblegozstd ./...; }

static() { go tool staticcheck ./...; }

# longest_first puts the packages whose tests take or wait longest (for disks that fail, servers that are killed) in front of those
# on stdin: the others are tested meanwhile, and none of them runs alone at the end.
longest_first() {
	local all
	all=$(cat)
	grep -E '/(server/host|lab/bots|server|client)$' <<<"$all"
	grep -vE '/(server/host|lab/bots|server|client)$' <<<"$all"
}

# internal/arch is left out: it is the step `law`; netlab is the step `laws`. vet has a step of its own.
tests() {
	local pkgs
	mapfile -t pkgs < <(go list ./... | grep -vxE 'voxtide/internal/arch|voxtide/lab/netlab' | without_gl | longest_first)
	go test -p 3 -vet=off -shuffle=on "${pkgs[@]}"
}

# The laws of the netcode over many seeds take as long as all other tests together; `make soak` runs thousands.
laws() { go test -vet=off -shuffle=on ./lab/netlab -seeds "$SEEDS"; }

# Drawing is tested on a screen, and none of its tests may skip: a golden picture that was not compared is not right.
screen() {
	local pkgs log
	mapfile -t pkgs < <(with_gl)
	log=$(mktemp)
	if ! on_screen go test -vet=off -shuffle=on -v "${pkgs[@]}" >"$log" 2>&1; then
		grep -vE '^(=== |[[:space:]]*--- PASS|PASS$)' "$log" >&2 || true
		rm -f "$log"
		return 1
	fi
	grep -E '^(ok|\?)[[:space:]]|llvmpipe' "$log" | sort -u
	if grep -E '^[[:space:]]*--- SKIP' "$log" >&2; then
		echo "a test that draws was skipped; it has to run or to fail" >&2
		rm -f "$log"
		return 1
	fi
	rm -f "$log"
}

# promtool, Prometheus's own judge, comes from the module in scripts/promtool at the version that stands there, without the ways to find machines in clouds.
# Beside it no test of alerts and metrics may skip.
alerts() {
	local dir log
	dir=$(mktemp -d)
	log=$dir/log
	GOFLAGS='' go build -C scripts/promtool -tags remove_all_sd -o "$dir/promtool" github.com/prometheus/prometheus/cmd/promtool
	if ! PATH=$dir:$PATH go test -count=1 -vet=off -v -run '^(TestAlerts|TestMetricsPage)$' ./server/host >"$log" 2>&1 || [ "$(grep -c '^--- PASS' "$log")" != 2 ]; then
		cat "$log" >&2
		rm -rf "$dir"
		return 1
	fi
	grep -E '^--- |promtool' "$log"
	rm -rf "$dir"
}

# The race detector, on packages whose own code has goroutines. Package server has none but its relays, nor have its tests: server/host and
# lab/bots run it among theirs. What -short leaves out has one goroutine, or more of the same. Packages above OpenGL are left
# out: a software driver under the detector takes minutes and finds its own races.
race() {
	local pkgs drawn
	mapfile -t pkgs < <({
		packages_with '^[[:space:]]*go (func|[[:alpha:]_][[:alnum:]_.]*[(])|\.Go\(' --exclude='*_test.go' # by a statement, or by sync.WaitGroup
		printf '%s\n' ./transport ./engine/socket # theirs are begun in other ways
	} | sort -u | without_gl | grep -vxE 'voxtide/lab/(hits|compare|netlab)' | longest_first)
	go test -race -short -p 3 -vet=off -shuffle=on "${pkgs[@]}"
	# The laboratories of many runs have goroutines in their pool alone, and minutes of virtual time beside it: the pool's test is enough.
	go test -race -short -vet=off -run '^TestEqualBytes$' ./lab/compare
	# The relays of a server read its world side by side.
	go test -race -short -vet=off -run '^TestThinnedEntities$' ./server
	go test -race -short -vet=off -run '^TestRelays$/^(mixed|house|leave)$' ./lab/netlab
	# A client has goroutines where it draws.
	drawn=$(grep -l 'newDrawnClient' client/*_test.go | xargs grep -hoE '^func Test[[:alnum:]_]+' | sed 's/^func //' | paste -sd '|')
	go test -race -short -vet=off -shuffle=on -run "^($drawn)\$" ./client
}

# A package with fuzz targets is built once for all of them. Only the code of this module is instrumented: the coverage that
# guides the fuzzer is that of our parsers, the libraries are not compiled a third time, and a run takes a tenth of the time.
fuzz() {
	local dir name bin
	bin=$(mktemp -d)
	while read -r dir; do
		go test -c -vet=off -gcflags='voxtide/...=-d=libfuzzer' -o "$bin/test" "$dir"
		for name in $(grep -hoE '^func Fuzz[[:alnum:]_]*[(]' "$dir"/*_test.go | sed -E 's/func (.*)[(]/\1/'); do
			(cd "$dir" && "$bin/test" -test.run '^$' -test.fuzz "^$name\$" -test.fuzztime "$FUZZTIME" -test.fuzzcachedir "$bin/cache" </dev/null) |
				sed -n "/^fuzz: elapsed: .* new interesting/!p" | sed "s|^|$dir $name: |"
		done
	done < <(packages_with '^func Fuzz[[:alnum:]_]*[(]')
	rm -rf "$bin"
}

# With -short their worlds are small: that they run is seen here, what they measure by `make bench`.
bench() {
	local pkgs
	mapfile -t pkgs < <(packages_with '^func Benchmark')
	[ ${#pkgs[@]} -gt 0 ] || { echo "no benchmarks yet"; return 0; }
	on_screen go test -short -vet=off -run '^$' -bench . -benchtime 1x "${pkgs[@]}"
}

# Only the client may need cgo.
nocgo() {
	local name
	for name in netlab server bots; do
		[ ! -d "cmd/$name" ] || CGO_ENABLED=0 go build -trimpath -o /dev/null "./cmd/$name"
	done
}

# The same runs have the same hashes as a program of this machine and as WebAssembly, which has neither its processor nor its
# system. The program of the demonstration is vetted as such, too: no other step builds it.
wasm() {
	local dir glue
	dir=$(mktemp -d)
	GOOS=js GOARCH=wasm go vet ./cmd/demo
	GOOS=js GOARCH=wasm go build -o "$dir/hashes.wasm" ./cmd/demo/hashes
	go run ./cmd/demo/hashes >"$dir/here"
	glue=$(go env GOROOT)/lib/wasm/wasm_exec_node.js
	[ -f "$glue" ] || glue=$(go env GOROOT)/misc/wasm/wasm_exec_node.js # where some packages of Go have it
	node "$glue" "$dir/hashes.wasm" >"$dir/wasm"
	cat "$dir/wasm"
	diff "$dir/here" "$dir/wasm" || { echo "the runs differ between here (<) and WebAssembly (>)" >&2; return 1; }
	rm -rf "$dir"
}

step() {
	local start=$SECONDS
	[ -z "$ONLY" ] || [[ ,$ONLY, == *,$1,* ]] || return 0
	ran=$((ran + 1))
	echo "== $1: $2"
	"$1"
	echo "   $((SECONDS - start)) s"
}

ran=0
need go "1.26 or newer, from https://go.dev/dl"
need gcc "the race detector and the client are built with it (Debian: apt-get install gcc libc6-dev)"

scripts/deps.sh build display wasm
scripts/deps.sh firewall || echo "without nft the lines for a firewall in docs/running-a-server.md are not checked"

step format "every file is as gofmt writes it"
step tidy "go.mod lists what is imported"
step law "the laws of the code: imports, the pure core, sizes, words"
step vet "go vet"
step vet_faults "go vet of the build with the deliberate faults"
step static "staticcheck"
step tests "all tests, in a shuffled order"
step laws "the whole game in virtual time, $SEEDS seeds"
step screen "all tests of drawing, on a screen that nobody sees"
step alerts "the alerts and metrics, by Prometheus's own promtool"
step race "the race detector, on packages with goroutines"
step fuzz "each fuzz target, $FUZZTIME"
step bench "each benchmark once"
step nocgo "programs that build without cgo"
step wasm "fixed runs have the same hashes as WebAssembly"
[ "$ran" -gt 0 ] || { echo "make test: no step is named $ONLY" >&2; exit 2; }
echo "== all passed in $SECONDS s"
