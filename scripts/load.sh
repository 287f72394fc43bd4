#!/usr/bin/env bash
# How a server's step time grows with players: a fresh world for each number of them, server and bots on this machine, and a
# table and a plot of what was seen.
#
#   scripts/load.sh [OUT.svg]
#
#   WORKLOAD=walk    see bots --help            PLAYERS="100 200 300 400 500 600"
#   APART=32         blocks between the places of those who walk or build alone; 0: all begin in one place
#   STAMPS=20        stamps a second of each    UPDATES=20  updates a second to each (FRAMES is the old name)
#   SECONDS_EACH=15  of play                    POINTS=FILE  to go on from: what was seen before is drawn, too
set -euo pipefail
cd "$(dirname "$0")/.."
OUT=${1:-out/load.svg}
WORKLOAD=${WORKLOAD:-walk}
PLAYERS=${PLAYERS:-100 200 300 400 500 600}
APART=${APART:-32}
STAMPS=${STAMPS:-20}
UPDATES=${UPDATES:-${FRAMES:-20}}
SECONDS_EACH=${SECONDS_EACH:-15}

scripts/build.sh server bots >/dev/null
dir=$(mktemp -d)
server=
end() {
	[ -z "$server" ] || kill "$server" 2>/dev/null || true
	rm -rf "$dir"
}
trap end EXIT
POINTS=${POINTS:-$dir/points}

printf '%8s %12s %12s %12s %12s %10s\n' players "step p50" "step p99" "ack p99" "server" "bots"
for n in $PLAYERS; do
	rm -rf "$dir/data"
	mkdir "$dir/data"
	mkfifo "$dir/in" 2>/dev/null || true
	bin/server --data "$dir/data" --listen 127.0.0.1:0 --world load --seed 5 --frames "$UPDATES" --players $((2 * n + 10)) --view-distance 32 \
		--metrics 127.0.0.1:0 <>"$dir/in" >"$dir/out" 2>"$dir/err" &
	server=$!
	for _ in $(seq 100); do
		grep -q listening "$dir/out" && grep -q 'serving metrics' "$dir/err" && break
		sleep 0.1
	done
	at=$(awk '/^listening/ { print $2 }' "$dir/out")
	metrics=$(grep -o 'http://[^"]*/metrics' "$dir/err" | head -1)
	# The bots step back for the server, as they would on machines of their own.
	nice -n 15 bin/bots --connect "$at" --players "$n" --duration "${SECONDS_EACH}s" --stamps "$STAMPS" --workload "$WORKLOAD" --apart "$APART" --resume -1s \
		--light --view-distance 32 --metrics "$metrics" --report "$dir/$n.json" >"$dir/table" 2>/dev/null || true
	kill "$server" && wait "$server" || true
	server=
	sed -nE 's/.*, ([0-9.]+) p99, .*/ack \1/p; s/^ *server +([0-9.]+) cores, steps p50 ([0-9.]+) ms, p99 ([0-9.]+) ms.*/server \1 \2 \3/p; s/^ *bots +([0-9.]+) cores.*/bots \1/p' "$dir/table" |
		awk -v n="$n" '$1 == "ack" { a = $2 } $1 == "server" { c = $2; p = $3; q = $4 } $1 == "bots" { b = $2 }
			END { printf "%8d %9.1f ms %9.1f ms %9.1f ms %6.2f cores %10s\n", n, p, q, a, c, b " cores"; print n, p, q, a >> "'"$POINTS"'" }'
done

mkdir -p "$(dirname "$OUT")"
sort -n "$POINTS" | awk -v what="$WORKLOAD, $APART blocks apart, $STAMPS stamps and $UPDATES updates a second, server and bots on two cores" '
	{ n[NR] = $1; a[NR] = $2; b[NR] = $3; if ($1 > mx) mx = $1; if ($3 > my) my = $3 }
	function x(v) { return 60 + 520 * v / mx }
	function y(v) { return 300 - 250 * v / my }
	END {
		my = my < 25 ? 25 : my
		print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 360\" font-family=\"sans-serif\" font-size=\"12\">"
		print "<rect width=\"640\" height=\"360\" fill=\"#fff\"/><text x=\"60\" y=\"28\" font-size=\"14\">Step time of the server against players</text>"
		print "<text x=\"60\" y=\"44\" fill=\"#555\">" what "</text>"
		for (i = 0; i <= 5; i++) {
			v = my * i / 5
			printf "<line x1=\"60\" x2=\"580\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"54\" y=\"%.1f\" text-anchor=\"end\">%.0f ms</text>\n", y(v), y(v), y(v) + 4, v
		}
		printf "<line x1=\"60\" x2=\"580\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#c33\" stroke-dasharray=\"4 4\"/>\n", y(25), y(25)
		for (i = 1; i <= NR; i++) {
			printf "<text x=\"%.1f\" y=\"318\" text-anchor=\"middle\">%d</text>\n", x(n[i]), n[i]
			pa = pa x(n[i]) "," y(a[i]) " "; pb = pb x(n[i]) "," y(b[i]) " "
			printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#27c\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#c60\"/>\n", x(n[i]), y(a[i]), x(n[i]), y(b[i])
		}
		print "<polyline fill=\"none\" stroke=\"#27c\" stroke-width=\"2\" points=\"" pa "\"/><polyline fill=\"none\" stroke=\"#c60\" stroke-width=\"2\" points=\"" pb "\"/>"
		print "<text x=\"320\" y=\"345\" text-anchor=\"middle\">players; blue: half of the steps are shorter, orange: 99 of 100; red: 25 ms</text></svg>"
	}' >"$OUT"
echo "drawn in $OUT"
