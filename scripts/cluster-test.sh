#!/usr/bin/env bash
# The commands of docs/two-machines.md, as they are written there, on three machines: network namespaces with the addresses and names of the
# page, the programs in the PATH, and bots that play meanwhile. All of it is gone afterwards, also after Ctrl-C. Where namespaces are not allowed a line says so, and the exit
# status is 0.
#
#   scripts/cluster-test.sh     a cluster is made; its owner is killed and comes back; each machine is restarted as for an upgrade, the last one after a
#                               drain; the standby makes a backup; the log is checked; the world leaves the cluster and goes on alone
#   BEFORE=DIR                  programs of an older version, with which all begin; the restarts are the upgrade
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${CLUSTER_TEST_BOUNDED:-}" ]; then
	scripts/deps.sh nat
	[ -n "${BUILT:-}" ] || scripts/build.sh server engine bots >&2
	CLUSTER_TEST_BOUNDED=1 exec timeout --foreground -k 30s 10m scripts/cluster-test.sh "$@"
fi

me=vtc$$
dir=$(mktemp -d)
new=$PWD/bin
declare -A process

end() {
	local status=$? name
	trap '' INT TERM HUP
	trap - EXIT
	for name in 0 1 2 3; do
		ip netns pids "$me-$name" 2>/dev/null | xargs -r kill -9 2>/dev/null || true
	done
	wait 2>/dev/null || true
	for name in 0 1 2 3; do
		ip netns del "$me-$name" 2>/dev/null || true
		rm -rf "/etc/netns/$me-$name"
	done
	ip link del "${me}b" 2>/dev/null || true
	if [ $status != 0 ]; then
		tail -n 5 "$dir"/out* "$dir"/log* "$dir"/bots* >&2 || true
	fi
	rm -rf "$dir"
	exit "$status"
}
trap end EXIT
trap 'exit 130' INT TERM HUP

say() { printf '%4d s  %s\n' $SECONDS "$*"; }
fail() {
	echo "cluster-test: $*" >&2
	exit 1
}

# Machine 0 is that of the players.
if ! ip link add "${me}b" type bridge 2>/dev/null || ! ip link set "${me}b" up || ! ip netns add "$me-0" 2>/dev/null || ! ip netns exec "$me-0" true 2>/dev/null; then
	echo "cluster-test: skipped: no network namespaces may be made here"
	exit 0
fi
for i in 0 1 2 3; do
	[ $i = 0 ] || ip netns add "$me-$i"
	ip link add "$me$i" type veth peer name eth0 netns "$me-$i"
	ip link set "$me$i" master "${me}b" up
	ip -n "$me-$i" addr add "10.0.0.$([ $i = 0 ] && echo 9 || echo $i)/24" dev eth0
	ip -n "$me-$i" link set lo up
	ip -n "$me-$i" link set eth0 up
	mkdir -p "/etc/netns/$me-$i"
	printf '127.0.0.1 localhost\n10.0.0.1 one.example\n10.0.0.2 two.example\n' >"/etc/netns/$me-$i/hosts"
done

# command N: the command of machine N on the page.
command() { grep -E '^    server --cluster' docs/two-machines.md | sed -n "$1p" | sed 's/^ *//'; }

# start N BIN [COMMAND]: runs machine N with the programs of a folder.
start() {
	local line=${3:-$(command "$1")}
	mkdir -p "$dir/$1"
	[ -p "$dir/in$1" ] || mkfifo "$dir/in$1"
	: >"$dir/out$1"
	VOXTIDE_HOME=$dir/$1 PATH=$2:$PATH ip netns exec "$me-$1" setsid $line <>"$dir/in$1" >"$dir/out$1" 2>>"$dir/log$1" &
	process[$1]=$!
}

# await N REGEXP [SECONDS]: a line of machine N.
await() {
	local k
	for k in $(seq $((${3:-60} * 20))); do
		grep -qE "$2" "$dir/out$1" && return
		sleep 0.05
	done
	fail "machine $1 does not say $2"
}

# order N WORDS...: a command on the console of machine N.
order() {
	local n=$1
	shift
	echo "$*" >"$dir/in$n"
}

# gone N: waits until machine N has ended.
gone() { wait "${process[$1]}" || true; }

# players NAME ARGS...: bots that play in the background; its report says what went wrong.
play() {
	PATH=$new:$PATH ip netns exec "$me-0" bots --connect 10.0.0.1:7400 --players 6 --workload build --resume -1s --duration "$1" --report "$dir/bots.json" \
		--check >"$dir/bots" 2>&1 &
	players=$!
}

old=${BEFORE:-$new}
start 1 "$old"
for k in $(seq 100); do
	[ -s "$dir/1/cluster.key" ] && break
	sleep 0.1
done
mkdir "$dir/2" "$dir/3"
for i in 2 3; do
	cp "$dir/1/cluster.key" "$dir/$i/" # scp, on the page
	start $i "$old"
done
await 1 '^(listening|standby)'
await 2 '^(listening|standby)'
await 3 '^witness'
say "three machines: $(tail -qn 1 "$dir"/out? | cut -d' ' -f1,2 | tr '\n' ' ')"
owner=1 other=2
if grep -q ^listening "$dir/out2"; then owner=2 other=1; fi
play 75s
sleep 5

kill -9 -- "-${process[$owner]}"
wait "${process[$owner]}" 2>/dev/null || true
await $other '^listening' 5
say "the owner, machine $owner, is killed: machine $other has the world"
start $owner "$old"
await $owner '^standby'
say "machine $owner is back and stands by"
sleep 3

kill -TERM "${process[3]}"
gone 3
start 3 "$new"
await 3 '^witness'
say "the witness was restarted"
kill -TERM "${process[$owner]}"
gone $owner
start $owner "$new"
await $owner '^standby'
say "the standby was restarted"
sleep 2
order $other drain
await $owner '^listening' 5
say "drained: machine $owner has the world"
kill -TERM "${process[$other]}"
gone $other
start $other "$new"
await $other '^standby'
say "the other one was restarted, and stands by"

order $other "backup $dir/backup"
await $other ' holds hash '
order $other cluster
await $other 'n3|the log|players at two'
order $owner "cluster check"
await $owner 'each names the one before it'
grep -q ILL "$dir/out$owner" && fail "the log is not sound"
grep -E 'holds hash|has the log|each names|the disk of' "$dir/out$owner" "$dir/out$other" | sed "s#$dir/##; s/^out/      machine /"
wait "$players" || fail "the bots end with $?: $(tail -n 3 "$dir/bots")"
tail -n 2 "$dir/bots"
say "six bots have played through all of it, and their checks hold"

order $other stop
gone $other
order $owner stop
gone $owner
kill -TERM "${process[3]}"
gone 3
alone="VOXTIDE_HOME=$dir/$owner"
if env "$alone" "$new/server" --listen 127.0.0.1:0 --world home </dev/null >"$dir/alone" 2>&1; then fail "the world of a cluster starts alone"; fi
grep -q 'server leave' "$dir/alone" || fail "no word of server leave: $(cat "$dir/alone")"
env "$alone" "$new/server" leave home
env "$alone" "$new/server" check home | tail -1
PATH=$new:$PATH start $owner "$new" "server --listen :7400 --world home"
await $owner '^listening'
order $owner stop
gone $owner
say "the world left the cluster, and runs alone"
