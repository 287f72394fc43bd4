#!/usr/bin/env bash
# Direct links over real NATs of this kernel: network namespaces joined by a bridge, one NAT of each kind by nftables on either
# side, a host behind each. All of it is gone afterwards, also after Ctrl-C. Where that is not allowed, or its programs cannot be
# had, a line says so, and the exit status is 0.
#
#   scripts/nat-test.sh [PART...]    everything, or some of it:
#     knock    what the NATs allow, without the game: two programs that both knock
#     play     a server and two headless clients for each pair, which build in one place: exactly those are linked within 2 s that
#              theory says; both have in the end what the server has, and nothing was unexplained. So do two of one house, who are
#              linked within it, and two with a router between them that lets nothing pass but what is the server's
#     consent  the same, where one of both wants no link: not one packet passes between the two; and where one no longer wants it:
#              within a second it has ended
#   JOBS=4     pairs that play at a time
set -euo pipefail
cd "$(dirname "$0")/.."
# Whatever hangs, it ends after ten minutes.
[ -n "${NAT_TEST_BOUNDED:-}" ] || NAT_TEST_BOUNDED=1 exec timeout --foreground -k 30s 10m scripts/nat-test.sh "$@"

kinds="full restricted port symmetric"
server=198.51.100.1
port=7400
jobs=${JOBS:-4}
me=vt$$ # what the names of our namespaces begin with
dir=
began=$SECONDS

skip() {
	echo "nat-test: skipped: $*"
	exit 0
}

# within NAME COMMAND...: runs it in a namespace of ours.
within() {
	local name=$1
	shift
	ip netns exec "$me-$name" "$@"
}

# ours: the names of our namespaces.
ours() { ip netns list 2>/dev/null | awk -v me="$me-" 'index($1, me) == 1 { print $1 }'; }

end() {
	local status=$? name
	trap '' INT TERM HUP
	trap - EXIT
	for name in $(ours); do
		ip netns pids "$name" 2>/dev/null | xargs -r kill -9 2>/dev/null || true
	done
	wait 2>/dev/null || true
	for name in $(ours); do
		ip netns del "$name" || true
	done
	[ -z "$dir" ] || rm -rf "$dir"
	exit "$status"
}

# theory A B: reports whether a link between two kinds of NAT must come about: an address that nobody can know beforehand
# meets a filter that wants to know it.
theory() {
	case $1-$2 in
	symmetric-symmetric | symmetric-port | port-symmetric) return 1 ;;
	esac
}

# wire NAME: joins a new namespace to the bridge as "wan", at an address of the public network.
wire() {
	ip netns add "$me-$1"
	within srv ip link add "$1" type veth peer name wan netns "$me-$1"
	within srv ip link set "$1" master public up
	within "$1" ip address add "$2/24" dev wan
	within "$1" ip link set wan up
}

# host NAME NAT ADDRESS: a host behind a NAT.
host() {
	ip netns add "$me-$1"
	within "$2" ip link add "$1" type veth peer name lan netns "$me-$1"
	within "$2" ip link set "$1" master house up
	within "$1" ip address add "$3/24" dev lan
	within "$1" ip link set lan up
	within "$1" ip link set lo up
	within "$1" ip route add default via "${3%.*}.1"
}

# nat NAME KIND PUBLIC LAN: a NAT (of another kind: port-restricted) with one host behind it, LAN.2. Its four kinds as RFC 4787 names them: all but the symmetric
# one keep a port for all destinations; the full cone lets everybody in, the restricted one whom its host has sent to, the other
# two only from the very port.
nat() {
	local masquerade="masquerade persistent" enter=""
	case $2 in
	full) enter="iifname wan udp dport 1024-65535 dnat to $4.2" ;;
	restricted) enter="iifname wan udp dport 1024-65535 ip saddr @seen dnat to $4.2" ;;
	symmetric) masquerade="masquerade random,fully-random" ;;
	esac
	wire "$1" "$3"
	within "$1" ip link add house type bridge
	within "$1" ip address add "$4.1/24" dev house
	within "$1" ip link set house up
	within "$1" sysctl -qw net.ipv4.ip_forward=1
	within "$1" nft -f - <<-END
		table ip nat {
			set seen { type ipv4_addr; flags dynamic, timeout; timeout 2m; }
			chain in { type nat hook prerouting priority dstnat; $enter; }
			chain out { type nat hook postrouting priority srcnat; oifname wan $masquerade; }
			chain local { type filter hook input priority filter; policy drop; iifname house accept; }
			chain through {
				type filter hook forward priority filter; policy drop;
				iifname house oifname wan update @seen { ip daddr }
				iifname house accept
				ct state established,related accept
				ct status dnat accept
			}
		}
	END
	host "h$1" "$1" "$4.2"
}

# rig: the server's namespace with the public network, and on each side (a, b) a NAT of each kind.
rig() {
	local kind side n=10 net=1
	ip netns add "$me-srv"
	within srv ip link add public type bridge
	within srv ip address add "$server/24" dev public
	within srv ip link set public up
	within srv ip link set lo up
	# Every packet that passes between two NATs is counted, by who sent it to whom.
	within srv nft -f - <<-END
		table bridge count {
			set pairs { type ipv4_addr . ipv4_addr; size 4096; flags dynamic; counter; }
			chain pass { type filter hook forward priority filter; ether type ip update @pairs { ip saddr . ip daddr }; }
		}
	END
	for side in a b; do
		for kind in $kinds; do
			nat "$side$kind" "$kind" "198.51.100.$n" "10.$net.0"
			n=$((n + 1)) net=$((net + 1))
		done
	done
	host guest asymmetric 10.4.0.3
	nat wall wall "198.51.100.$n" "10.$net.0"
	within wall nft insert rule ip nat through ip saddr != $server ip daddr != $server drop
}

# table FILE: prints pairs (lines "A B TEXT") as a table, rows A, columns B.
table() {
	awk -v kinds="$kinds" '{ a = $1; b = $2; $1 = $2 = ""; sub(/^ +/, ""); cell[a, b] = $0 }
		END {
			n = split(kinds, k, " ")
			printf "  %-11s", "A \\ B"
			for (j = 1; j <= n; j++) printf " %-14s", k[j]
			print ""
			for (i = 1; i <= n; i++) {
				printf "  %-11s", k[i]
				for (j = 1; j <= n; j++) printf " %-14s", cell[k[i], k[j]]
				print ""
			}
		}' "$1"
}

# knock: all pairs at once, without the game.
knock() {
	local a b ok wrong
	local at=$server:7399
	within srv bin/netlab knock --serve --duration 5s "$at" &
	sleep 0.3
	for a in $kinds; do
		for b in $kinds; do
			within "ha$a" bin/netlab knock --name "a-$a-$b" --peer "b-$a-$b" "$at" >"$dir/knock-a-$a-$b" &
			within "hb$b" bin/netlab knock --name "b-$a-$b" --peer "a-$a-$b" "$at" >"$dir/knock-b-$a-$b" &
		done
	done
	wait
	for a in $kinds; do
		for b in $kinds; do
			ok=no
			! grep -q ^yes "$dir/knock-a-$a-$b" || ! grep -q ^yes "$dir/knock-b-$a-$b" || ok=yes
			[ $ok = "$(theory "$a" "$b" && echo yes || echo no)" ] || ok+=" (!)"
			echo "$a $b $ok"
		done
	done >"$dir/knock"
	echo "what the NATs let through when both sides knock, without the game:"
	table "$dir/knock"
	wrong=$(grep -c '!' "$dir/knock" || true)
	[ "$wrong" = 0 ] || { echo "nat-test: $wrong pairs are not as theory says: the rig is wrong" >&2; return 1; }
}

# builder SEED: a script that builds by chance in a place of the world of seed 3, until all is acked and seen by the other.
builder() {
	awk -v seed="$1" 'BEGIN {
		srand(seed); at = 0.5
		print "0 down fly\n0.1 at " int(rand() * 4) - 24 ".5 36 -26.5\n0.2 look 0 -89\n0.3 break\n0.4 break"
		while (at < 4) {
			at += 0.05 + 0.2 * rand(); k = int(rand() * 20)
			if (k < 7) printf "%.2f look %d %d\n", at, rand() * 360, rand() * 160 - 80
			else if (k < 14) printf "%.2f place\n", at
			else if (k < 17) printf "%.2f break\n", at
			else if (k < 18) printf "%.2f tap forward\n", at
			else printf "%.2f at %d.5 %d %d.5\n", at, rand() * 7 - 25, 35 + rand() * 5, rand() * 7 - 29
		}
		print "+0 wait-acked\n+4 quit"
	}'
}

# field FILE NAME: the value of a key of a client's statistics, the first one of that name.
field() { sed -nE "s/^ *\"$2\": \"?([^\",]*)\"?,?\$/\1/p" "$1" | head -1; }

# await FILE WORD: waits until a line of a file begins with a word, ten seconds at most.
await() {
	local _
	for _ in $(seq 100); do
		! grep -qs "^$2" "$1" || return 0
		sleep 0.1
	done
}

# player DIR NAME HOST MODE PORT: a headless client; what it leaves is DIR/NAME.json. Only its way to the server has a delay.
player() {
	builder "$5$([ "$2" = ann ] || echo 1)" >"$1/$2.txt"
	[ "$4" != withdrawn ] || sed -i '$i +0 links off' "$1/$2.txt"
	within "$3" timeout 50 bin/client --headless --connect "$server:$5" --data "$1/$2" --name "$2" --view-distance 64 \
		--direct-links "${4/withdrawn/all}" --net-delay 40ms --script "$1/$2.txt" --stats "$1/$2.json" >"$1/$2.out" 2>&1
}

# pair DIR PORT HOSTA MODEA HOSTB MODEB: a server of their own for ann and bob, who build. What is wrong comes to DIR/wrong.
pair() {
	local to=$1 name hash process clients
	mkdir "$to"
	mkfifo "$to/in"
	within srv timeout 60 bin/server --listen "$server:$2" --world "$to/w" --data "$to" --seed 3 <>"$to/in" >"$to/out" 2>"$to/err" &
	process=$!
	await "$to/out" listening
	player "$to" ann "$3" "$4" "$2" &
	clients=$!
	player "$to" bob "$5" "$6" "$2" || true
	wait $clients || true
	echo hash >"$to/in"
	await "$to/out" hash
	kill $process 2>/dev/null || true
	wait $process || true
	hash=$(awk '$1 == "hash" { print $2 }' "$to/out")
	for name in ann bob; do
		wrongs "$to/$name.json" "$hash" "$name"
	done >"$to/wrong"
}

# wrongs FILE HASH NAME: says what is wrong with a client's statistics.
wrongs() {
	local key
	[ -f "$1" ] || { echo "$3 has not ended well: $(tail -n 1 "${1%.json}.out")"; return; }
	for key in received_hash predicted_hash; do
		[ "$(field "$1" $key)" = "$2" ] || echo "$3: $key is $(field "$1" $key), the server's $2"
	done
	[ "$(field "$1" unexplained)" = 0 ] || echo "$3 had $(field "$1" unexplained) unexplained corrections"
	[ "$(field "$1" actions)" -ge 20 ] || echo "$3 has built nothing"
}

# next DIR HOSTA MODEA HOSTB MODEB: begins a pair when there is room for one.
next() {
	[ "$(jobs -rp | wc -l)" -lt "$jobs" ] || wait -n || true
	port=$((port + 1))
	pair "$dir/$1" $port "${@:2}" &
}

# cell DIR WANT: what became of a pair's link, in a word and the time that it took. WANT is how both must be linked, server for not
# at all. What is otherwise is marked and added to DIR/wrong.
cell() {
	local name how took text=
	for name in ann bob; do
		how=$(field "$dir/$1/$name.json" how)
		took=$(field "$dir/$1/$name.json" linked_in_ms)
		took=${took%.*}
		[ "${took:-0}" != 0 ] || how=server
		[ $name = bob ] || text="$how$([ $how = server ] || echo " $took ms")"
		[ $how = "$2" ] || echo "$name is linked by $how, not by $2" >>"$dir/$1/wrong"
		[ "${took:-0}" -le 2000 ] || echo "$name was linked after $took ms" >>"$dir/$1/wrong"
	done
	[ ! -s "$dir/$1/wrong" ] || text+=" (!)"
	echo "$text"
}

# judge DIR...: says what was wrong with pairs.
judge() {
	local to wrong=0
	for to; do
		while read -r line; do
			echo "nat-test: $to: $line" >&2
			wrong=1
		done <"$dir/$to/wrong"
	done
	return $wrong
}

# play: all pairs, some at a time.
play() {
	local a b
	for a in $kinds; do
		for b in $kinds; do
			next "$a-$b" "ha$a" all "hb$b" all
		done
	done
	next house hasymmetric house guest house
	next walled hafull all hwall all
	wait
	for a in $kinds; do
		for b in $kinds; do
			echo "$a $b $(cell "$a-$b" "$(theory "$a" "$b" && echo direct || echo server)")"
		done
	done >"$dir/play"
	echo "how two clients were linked, and after what time:"
	table "$dir/play"
	echo "  in one house behind a symmetric NAT: $(cell house lan)"
	echo "  where a router passes what is the server's alone: $(cell walled server)"
	judge $(cd "$dir" && ls -d */ | tr -d /)
}

# passed: the packets counted so far between the full cones of both sides.
passed() {
	within srv nft list set bridge count pairs | tr ',' '\n' |
		awk '/100\.10 \. 198\.51\.100\.14 counter|100\.14 \. 198\.51\.100\.10 counter/ { for (i = 1; i < NF; i++) if ($i == "packets") n += $(i + 1) }
			END { print n + 0 }'
}

# consent: without that of both nothing passes; without that of one it ends.
consent() {
	local n
	within srv nft flush set bridge count pairs
	next off-all hafull off hbfull all
	next all-off hafull all hbfull off
	wait
	n=$(passed)
	[ "$n" = 0 ] || echo "$n packets have passed between players of whom one wanted no link" >>"$dir/off-all/wrong"
	next withdrawn hafull withdrawn hbfull all
	wait
	n="$(cell off-all server) $(cell all-off server) $n packets between them"
	echo "one wants no link: $n"
	n=$(($(field "$dir/withdrawn/bob.json" linked_until) - $(field "$dir/withdrawn/ann.json" linked_until)))
	echo "one wants it no longer: $(cell withdrawn direct), and $(passed) packets in all; at the other's it ended $n ms later"
	[ $n -gt -1000 ] && [ $n -lt 1000 ] || echo "it went on for $n ms" >>"$dir/withdrawn/wrong"
	judge off-all all-off withdrawn
}

[ "$(uname)" = Linux ] || skip "network namespaces are Linux's"
[ "$(id -u)" = 0 ] || skip "only root may make network namespaces"
PATH=$PATH:/usr/sbin:/sbin
scripts/deps.sh nat || skip "it needs ip and nft"
ip netns add "$me-srv" 2>/dev/null || skip "this machine allows no network namespaces"
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
within srv nft -f - 2>/dev/null <<-END || skip "this kernel has no nftables with NAT"
	table ip t { chain c { type nat hook postrouting priority srcnat; oifname x masquerade random,fully-random; }; }
	table bridge t { chain c { type filter hook forward priority filter; counter; }; }
END
within srv ip link add x type veth peer name y 2>/dev/null && within srv ip link add z type bridge 2>/dev/null || skip "this kernel has no veth or no bridge"
ip netns del "$me-srv"
scripts/build.sh netlab server client >/dev/null
dir=$(mktemp -d)
rig
echo "nat-test: $(ours | wc -l) namespaces after $((SECONDS - began)) s"
for part in ${*:-knock play consent}; do
	case $part in
	knock | play | consent) "$part" ;;
	*) echo "nat-test: there is no part $part" >&2; exit 2 ;;
	esac
done
echo "nat-test: as theory says, in $((SECONDS - began)) s"
