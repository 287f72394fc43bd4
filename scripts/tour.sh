#!/usr/bin/env bash
# Plays the tour and takes screenshots: a server, a player with a window (on a screen of its own that nobody sees, drawn by the
# processor) and a second player without one, who joins it over the loopback. The screenshots lie in out/, and are named at
# the end. Everything that is started here ends with this script, whichever way that ends.
set -euo pipefail
cd "$(dirname "$0")/.."

seed=7         # of the land that the scripts know their way in
bound=600      # seconds that the whole tour may take
home=out/tour  # settings, keys and the world of the tour
export LIBGL_ALWAYS_SOFTWARE=1

mkdir -p out
rm -rf "$home" out/*.png
mkdir -p "$home"
touch "$home/display" "$home/address" # which are looked into before their writers have begun
pids=()
finish() {
	trap - EXIT INT TERM
	local tries=0
	while [ ${#pids[@]} -gt 0 ] && kill -0 "${pids[@]}" 2>/dev/null; do
		case $tries in
		0) kill "${pids[@]}" 2>/dev/null || true ;;   # all is saved
		100) kill -9 "${pids[@]}" 2>/dev/null || true ;; # 10 s were not enough
		esac
		tries=$((tries + 1))
		sleep 0.1
	done
}
trap finish EXIT
trap 'finish; exit 130' INT
trap 'finish; exit 143' TERM

fail() {
	echo "The tour did not work: $1" >&2
	tail -n 20 "$home"/*.log >&2
	exit 1
}

# The client is told the screen's number by Xvfb itself, so that two tours never meet on one.
Xvfb -displayfd 3 -screen 0 1280x720x24 -noreset -nolisten tcp 3>"$home/display" >"$home/xvfb.log" 2>&1 &
pids+=($!)
bin/server --listen 127.0.0.1:0 --world "$PWD/$home/world" --seed "$seed" --generator 2 --data "$home" >"$home/address" 2>"$home/server.log" </dev/null &
pids+=($!)
for ((i = 0; ; i++)); do
	number=$(cat "$home/display")
	address=$(sed -n 's/^listening \([^ ]*\) .*/\1/p' "$home/address")
	[ -z "$number" ] || [ -z "$address" ] || break
	[ $i -lt 150 ] || fail "no screen or no server within 30 s"
	sleep 0.2
done
echo "A server runs at $address; two players join it. This takes two minutes or three."

bin/client --headless --connect "$address" --name Ada --data "$home/ada" --view-distance 64 --script scripts/tour-friend.txt >"$home/friend.log" 2>&1 &
pids+=($!)
start=$SECONDS
DISPLAY=:$number timeout "$bound" bin/client --connect "$address" --name Finn --data "$home/finn" --width 1280 --height 720 \
	--view-distance 200 --script scripts/tour.txt --stats "$home/stats.json" >"$home/player.log" 2>&1 &
player=$!
pids+=("$player")
code=0
wait "$player" || code=$?
[ $code = 0 ] || fail "the client ended with $code"
missed=$(cat "$home/player.log" "$home/friend.log" | grep -cF 'script line' || true)
[ "$missed" = 0 ] || echo "This machine was too busy for $missed of the lines; the screenshots show it. $home/player.log has them."
finish
echo "The tour took $((SECONDS - start)) s. Its screenshots:"
sed -n 's/^[^#]* shot \([^ ]*\)[[:space:]]*# *\(.*\)/  \1\t\2/p' scripts/tour.txt | expand -t 28
