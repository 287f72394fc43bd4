#!/usr/bin/env bash
# What a server does while players come in and while they play: a fresh world for each number of them, server, crowd and a probe on
# this machine, and a table and a plot of what was seen. docs/load.md says how to read them.
#
#   scripts/load.sh [OUT.svg]
#
#   WORKLOAD=walk    see bots --help            PLAYERS="100 200 300"
#   VIEW=128         blocks that each sees, and that the server lets them see
#   PLAYING=100 JOINING=100  of WORKLOAD=join: those who play already, and those who then come within 3 s
#   APART=32         blocks between the places of those who walk, fly or build alone; 0: all begin in one place
#   STAMPS=20        stamps a second of each    UPDATES=20  updates a second to each (FRAMES is the old name)
#   RETURNING=0      1: all have been there before, at their places, and come back to where they left
#   SECONDS_EACH=15  of play, once all have their full view
#   SECONDS_AFTER=60 until the server's memory is read after all have left
#   CROWD="chrt --idle 0"  how the crowd's process steps back for the server's; "nice -n 15" where there is no chrt
#   EVENINGS=1       how often the same crowd comes and leaves: the memory is read after each
#   PROBE=1          a client beside the crowd, at a priority of its own, whose acks are the figure; 0: none
#   POINTS=FILE      to go on from: what was seen before is drawn, too
#   REPORTS=DIR      keeps the reports of all runs, and the server's log
#   CLUSTER=A,B,C    three addresses of this machine, say 127.0.0.1:7421,127.0.0.1:7422,127.0.0.1:7423: the world belongs to a cluster,
#                    whose other two machines run beside; what is measured is the one that has the world
#   STANDBY=1        of a cluster: 0 has two witnesses beside, so three engines and one server share this machine
set -euo pipefail
cd "$(dirname "$0")/.."
OUT=${1:-out/load.svg}
WORKLOAD=${WORKLOAD:-walk}
PLAYERS=${PLAYERS:-100 200 300}
VIEW=${VIEW:-128}
APART=${APART:-32}
STAMPS=${STAMPS:-20}
UPDATES=${UPDATES:-${FRAMES:-20}}
SECONDS_EACH=${SECONDS_EACH:-15}
SECONDS_AFTER=${SECONDS_AFTER:-60}
PROBE=${PROBE:-1}
EVENINGS=${EVENINGS:-1}
if command -v chrt >/dev/null; then
	CROWD=${CROWD:-chrt --idle 0}
else
	CROWD=${CROWD:-nice -n 15}
fi
CLUSTER=${CLUSTER:-}
returning=
if [ "${RETURNING:-0}" = 1 ]; then returning=--returning; fi
STANDBY=${STANDBY:-1}
playing=
if [ "$WORKLOAD" = join ]; then
	PLAYING=${PLAYING:-100}
	PLAYERS=$((PLAYING + ${JOINING:-100}))
	playing="--playing $PLAYING"
fi

[ -n "${BUILT:-}" ] || scripts/build.sh server bots engine >/dev/null
dir=$(mktemp -d)
server=
others=
probe=
memory=
end() {
	for p in $probe $others $server; do kill "$p" 2>/dev/null || true; done
	wait
	rm -rf "$dir"
}
trap end EXIT
POINTS=${POINTS:-$dir/points}
REPORTS=${REPORTS:-$dir}
mkdir -p "$REPORTS"

# memory NAME: of the server, in MB: VmRSS now, VmHWM at its highest.
memory() { awk -v name="$1:" '$1 == name { printf "%.1f", $2 * 1024 / 1e6 }' "/proc/$server/status"; }

# cluster starts the other two machines of the cluster, which step back as the crowd does, and waits until one of the first two has the world: that is then the server.
cluster() {
	for _ in $(seq 100); do
		[ -e "$dir/data/cluster.key" ] && break
		sleep 0.1
	done
	others=
	for node in 3 2; do
		rm -rf "$dir/node$node"
		mkdir "$dir/node$node"
		cp "$dir/data/cluster.key" "$dir/node$node/"
		role=("${flags[@]}")
		if [ $node = 3 ] || [ "$STANDBY" = 0 ]; then role=(--witness --cluster "$CLUSTER"); fi
		nice -n 15 bin/server --data "$dir/node$node" "${role[@]}" --node $node <>"$dir/in" >"$dir/out$node" 2>"$REPORTS/$n-node$node.log" &
		others="$others $!"
	done
	for _ in $(seq 600); do
		grep -q '^owner' "$dir/out" "$dir/out2" && break
		sleep 0.1
	done
	if grep -q '^owner' "$dir/out2"; then
		others="${others% *} $server" server=$!
		mv "$dir/out2" "$dir/out"
		mv "$REPORTS/$n-server.log" "$dir/log"
		mv "$REPORTS/$n-node2.log" "$REPORTS/$n-server.log"
		mv "$dir/log" "$REPORTS/$n-node2.log"
	fi
}

what="$WORKLOAD, view $VIEW blocks, $APART apart, $STAMPS stamps and $UPDATES updates a second${returning:+, back where they left}"
echo "$what; commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown), $(nproc) cores for server, crowd ($CROWD) and probe"
echo
bin/bots figures
for n in $PLAYERS; do
	rm -rf "$dir/data" "$REPORTS/$n.json" "$REPORTS/$n-probe.json"
	mkdir "$dir/data"
	mkfifo "$dir/in" 2>/dev/null || true
	load=$(cut -d' ' -f1 /proc/loadavg)
	flags=(--listen 127.0.0.1:0 --world load --seed 5 --generator 2 --frames "$UPDATES" --players $((2 * n + 10)) --view-distance "$VIEW" --metrics 127.0.0.1:0)
	if [ -n "$CLUSTER" ]; then flags+=(--cluster "$CLUSTER"); fi
	bin/server --data "$dir/data" "${flags[@]}" ${CLUSTER:+--node 1} <>"$dir/in" >"$dir/out" 2>"$REPORTS/$n-server.log" &
	server=$!
	if [ -n "$CLUSTER" ]; then cluster; fi
	for _ in $(seq 100); do
		grep -q listening "$dir/out" && grep -q 'serving metrics' "$REPORTS/$n-server.log" && break
		sleep 0.1
	done
	at=$(awk '/^listening/ { print $2 }' "$dir/out")
	metrics=$(grep -o 'http://[^"]*/metrics' "$REPORTS/$n-server.log" | head -1)
	before=$(memory VmRSS)
	after=
	for _ in $(seq "$EVENINGS"); do
		beside=
		if [ "$PROBE" = 1 ]; then # it is in, and has its full view, before the first of the crowd dials
			bin/bots --connect "$at" --players 1 --name probe --workload build --rate 20 --stamps 60 --view-distance "$VIEW" --duration 2h --acks \
				--report "$REPORTS/$n-probe.json" >"$REPORTS/$n-probe.txt" 2>"$dir/probe" &
			probe=$!
			for _ in $(seq 600); do
				grep -q 'bots: playing' "$dir/probe" && break
				kill -0 "$probe" 2>/dev/null || break
				sleep 0.1
			done
			beside="--probe $REPORTS/$n-probe.json"
		fi
		# The bots step back for the server and the probe, as they would on machines of their own.
		$CROWD bin/bots --connect "$at" --players "$n" --duration "${SECONDS_EACH}s" --stamps "$STAMPS" --workload "$WORKLOAD" --apart "$APART" --resume -1s \
			$playing $returning --light --view-distance "$VIEW" --metrics "$metrics" --report "$REPORTS/$n.json" >"$REPORTS/$n.txt" 2>"$dir/crowd" ||
			echo "the crowd of $n: $(tail -1 "$dir/crowd")" >&2
		if [ -n "$probe" ]; then # it waits for its last acks and writes its report
			kill "$probe" 2>/dev/null || echo "the probe beside $n did not last: $(tail -1 "$dir/probe")" >&2
			wait "$probe" || true
			probe=
		fi
		bin/bots figures --crowd "$REPORTS/$n.json" $beside --points "$POINTS" || true
		sleep "$SECONDS_AFTER"
		after="$after $(memory VmRSS)"
	done
	memory="$memory$n players: $before MB before anybody came, $(memory VmHWM) at its highest,$after when all had left for $SECONDS_AFTER s; load of the machine before: $load"$'\n'
	others=${others# }
	for p in ${others##* } $server ${others%% *}; do kill "$p" 2>/dev/null && wait "$p" || true; done # the witness last
	server=
	others=
done
printf '\nmemory of the server\n%s' "$memory"

mkdir -p "$(dirname "$OUT")"
sort -n "$POINTS" | awk -v what="$what; server and crowd on $(nproc) cores" '
	{ n[NR] = $1; for (i = 2; i <= 6; i++) { v[i, NR] = $i; has[i] += NF >= i } if ($1 > mx) mx = $1 }
	function x(p) { return 60 + 520 * p / mx }
	function y(ms) { return top + 250 - 250 * ms / my }
	function line(series, colour, name, i, points) {
		if (!has[series]) return
		for (i = 1; i <= NR; i++) {
			if (v[series, i] == "") continue
			points = points x(n[i]) "," y(v[series, i]) " "
			printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x(n[i]), y(v[series, i]), colour
		}
		print "<polyline fill=\"none\" stroke=\"" colour "\" stroke-width=\"2\" points=\"" points "\"/>"
		printf "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", 66 + 180 * names++, top + 285, colour, name
	}
	function panel(at, title, low, budget, from, to, i, s) {
		top = at; my = low; names = 0
		for (s = from; s <= to; s++) for (i = 1; i <= NR; i++) if (v[s, i] + 0 > my) my = v[s, i] + 0
		print "<text x=\"60\" y=\"" top - 10 "\" font-size=\"14\">" title "</text>"
		for (i = 0; i <= 5; i++) {
			s = my * i / 5
			printf "<line x1=\"60\" x2=\"580\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"54\" y=\"%.1f\" text-anchor=\"end\">%.0f ms</text>\n", y(s), y(s), y(s) + 4, s
		}
		printf "<line x1=\"60\" x2=\"580\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#c33\" stroke-dasharray=\"4 4\"/>\n", y(budget), y(budget)
		for (i = 1; i <= NR; i++) printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x(n[i]), top + 267, n[i]
	}
	END {
		print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 720\" font-family=\"sans-serif\" font-size=\"12\">"
		print "<rect width=\"640\" height=\"720\" fill=\"#fff\"/><text x=\"60\" y=\"24\" fill=\"#555\">" what "</text>"
		panel(65, "Steps of the server in the steady part, against players (red: 25 ms)", 25, 25, 2, 3)
		line(2, "#27c", "half are shorter"); line(3, "#c60", "99 of 100 are shorter")
		panel(410, "Acks, of 100 the slowest but one, against players (red: 100 ms)", 100, 100, 4, 6)
		line(4, "#888", "the crowd, steady"); line(5, "#27c", "the probe, steady"); line(6, "#c60", "the probe, in the join")
		print "</svg>"
	}' >"$OUT"
echo "drawn in $OUT"
