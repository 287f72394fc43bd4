#!/usr/bin/env bash
# Pastes a cube of blocks in the sight of bots who build, and takes it back: prints how long each took, the steps of the server meanwhile, and
# whether the hash is that of before.
#
#   scripts/paste.sh
#
#   SIZE=64          blocks along each side of the cube
#   PLAYERS=20       bots who build meanwhile; before the hashes are compared they leave
#   ROUNDS=6         how often it is pasted and taken back
set -euo pipefail
cd "$(dirname "$0")/.."
SIZE=${SIZE:-64}
PLAYERS=${PLAYERS:-20}
ROUNDS=${ROUNDS:-6}
[ -n "${BUILT:-}" ] || scripts/build.sh server bots >/dev/null
dir=$(mktemp -d)
server=
bots=
end() {
	for p in $bots $server; do kill "$p" 2>/dev/null || true; done
	wait
	rm -rf "$dir"
}
trap end EXIT
mkfifo "$dir/in"
mkdir "$dir/data"
bin/server --data "$dir/data" --listen 127.0.0.1:0 --world paste --seed 5 --mode creative --players $((PLAYERS + 5)) --metrics 127.0.0.1:0 <>"$dir/in" >"$dir/out" 2>"$dir/log" &
server=$!
for _ in $(seq 100); do
	grep -q listening "$dir/out" && grep -q 'serving metrics' "$dir/log" && break
	sleep 0.1
done
at=$(awk '/^listening/ { print $2 }' "$dir/out")
address=$(grep -o 'http://[^"]*/metrics' "$dir/log" | head -1)

# say LINE WORD: gives the console a line, and waits for one of its answers with the word, which it prints.
say() {
	local from
	from=$(($(wc -l <"$dir/out") + 1))
	echo "$1" >"$dir/in"
	for _ in $(seq 1200); do
		if tail -n +"$from" "$dir/out" | grep -m1 -- "$2"; then return; fi
		sleep 0.05
	done
	echo "\"$1\" was not answered; the last lines: $(tail -3 "$dir/out")" >&2
	return 1
}

# metrics prints what the server measures.
metrics() {
	local host=${address#http://}
	host=${host%/metrics}
	exec 3<>"/dev/tcp/${host%:*}/${host##*:}"
	printf 'GET /metrics HTTP/1.0\r\nHost: %s\r\n\r\n' "$host" >&3
	cat <&3
	exec 3>&-
}

# steps prints the counters of step times, as LE COUNT lines.
steps() { metrics | awk '/^voxtide_step_seconds_bucket/ { match($1, /le="[^"]*"/); print substr($1, RSTART + 4, RLENGTH - 5), $2 }'; }

# most A B: of the steps between two such lists, 99 of 100 and all of them are in the classes up to these bounds.
most() {
	paste "$1" "$2" | awk '{ le[NR] = $1; n[NR] = $4 - $2 } END { for (i = 1; i <= NR; i++) { if (!p99 && n[i] >= 0.99 * n[NR]) p99 = le[i]; if (!most && n[i] == n[NR]) most = le[i] }
		printf "%d steps, 99 of 100 within %s ms, all within %s ms", n[NR], p99 * 1000, most == "+Inf" ? most : most * 1000 }'
}

# They step back for the server, as they would on machines of their own.
nice -n 15 bin/bots --connect "$at" --players "$PLAYERS" --workload build --duration 1h --light >"$dir/bots.txt" 2>"$dir/bots.log" &
bots=$!
for _ in $(seq 600); do
	grep -q 'bots: playing' "$dir/bots.log" && break
	sleep 0.1
done
if ! kill -0 "$bots" 2>/dev/null; then
	echo "the bots did not last: $(tail -1 "$dir/bots.log")" >&2
	exit 1
fi
echo "a cube of $SIZE blocks a side, pasted in the sight of $PLAYERS bots who build; commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown), $(nproc) cores for all of them; load before: $(cut -d' ' -f1 /proc/loadavg)"
s=$((SIZE - 1))
read -r x y z < <(say list 'bot000 at' | sed 's/.*bot000 at \([-0-9]*\) \([-0-9]*\) \([-0-9]*\).*/\1 \2 \3/')
echo "one of them is at $x $y $z; the cube is pasted with its nearest corner at $((x + 24)) $((y + 24)) $((z + 24))"
from="$((x + 24)) -70 $((z + 24)) $((x + 24 + s)) $((s - 70)) $((z + 24 + s))"
to="$((x + 24)) $((y + 24)) $((z + 24)) $((x + 24 + s)) $((y + 24 + s)) $((z + 24 + s))"
say "select $from" selected >/dev/null
say copy copied
for round in $(seq "$ROUNDS"); do
	sleep 3
	steps >"$dir/a"
	sleep 5
	steps >"$dir/b"
	echo "round $round, without it: $(most "$dir/a" "$dir/b")"
	say "select $to" selected >/dev/null
	for what in "paste now" undo; do
		steps >"$dir/a"
		say "$what" 'blocks in'
		steps >"$dir/b"
		echo "    $(most "$dir/a" "$dir/b")"
		sleep 1
	done
done
echo "sections that the bots were sent again: $(metrics | awk '/^voxtide_sections_resent_total/ { print $2 }')"
kill "$bots" && wait "$bots" || true
bots=
grep -i 'unexplained\|correction' "$dir/bots.txt" | head -3
say "select $to" selected >/dev/null
before=$(say hash 'hash')
say "paste now" 'blocks in' >/dev/null
say undo 'blocks in' >/dev/null
after=$(say hash 'hash')
echo "with all of them gone, before it and after undo: $before; $after"
[ "$before" = "$after" ]
