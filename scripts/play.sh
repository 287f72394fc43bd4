#!/usr/bin/env bash
# What `make play` does: sees to what is missing, builds, and opens the game in a world named "world". Arguments go to the
# client. Without a screen it takes the tour instead (scripts/tour.sh).
set -euo pipefail
cd "$(dirname "$0")/.."

command -v go >/dev/null || { echo "make play needs Go 1.26 or newer, from https://go.dev/dl" >&2; exit 2; }
command -v gcc >/dev/null || { echo "make play needs gcc (Debian: apt-get install gcc libc6-dev)" >&2; exit 2; }
screen=yes
if [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
	screen=
	echo "There is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set): the game plays a tour by itself and takes screenshots."
fi
scripts/deps.sh build ${screen:-display}
scripts/build.sh client
if [ -n "$screen" ]; then
	# Straight into a world of one's own; at first it is made, of a random seed.
	if [[ " $* " == *" --world"* || " $* " == *" --connect"* ]]; then
		exec bin/client "$@"
	fi
	exec bin/client --world world "$@"
fi
scripts/build.sh server
exec scripts/tour.sh
