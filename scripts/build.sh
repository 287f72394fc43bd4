#!/usr/bin/env bash
# Builds programs into bin/: `build.sh client server`. The first build of the client compiles the OpenGL binding, which
# takes a minute: meanwhile a line says that it goes on.
set -euo pipefail
cd "$(dirname "$0")/.."

patience=3 # seconds after which the line appears
again=20   # seconds after which a log gets another one

mkdir -p bin
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-tags=pebblegozstd" # no C is compiled for the store

# Only the client needs C: the others run on any Linux of their architecture.
build() {
	local cgo=0
	[ "$1" != client ] || cgo=1
	CGO_ENABLED=$cgo go build -trimpath -o "bin/$1" "./cmd/$1"
}

# say NAME SECONDS: on a terminal the line counts; in a log there is one now and then.
say() {
	local text="compiling the $1 (the OpenGL binding takes a minute the first time) ... $2 s"
	[ "$1" = client ] || text="compiling the $1 ... $2 s"
	if [ -t 1 ]; then
		printf '\r%s' "$text"
	elif [ "$2" = "$patience" ] || [ $(($2 % again)) = 0 ]; then
		echo "$text"
	fi
}

for name in "$@"; do
	[ -d "cmd/$name" ] || continue
	build "$name" &
	job=$!
	trap 'kill "$job" 2>/dev/null || true' EXIT
	start=$SECONDS shown=-1
	while kill -0 "$job" 2>/dev/null; do
		took=$((SECONDS - start))
		if [ $took -ge $patience ] && [ $took != $shown ]; then
			say "$name" $took
			shown=$took
		fi
		sleep 0.2
	done
	trap - EXIT
	[ $shown = -1 ] || [ ! -t 1 ] || echo
	wait "$job"
	echo "bin/$name"
done
