#!/usr/bin/env bash
# Direct links over real NATs of this kernel: network namespaces joined by a bridge, one NAT of each kind by nftables on either
# side, a host behind each. All of it is gone afterwards, also after Ctrl-C. Where that is not allowed, or its programs cannot be
# had, a line says so, and the exit status is 0.
#
#   scripts/nat-test.sh [knock]    everything, or some of it:
#     knock    what the NATs allow, without the game: two programs that both knock
set -euo pipefail
cd "$(dirname "$0")/.."
# Whatever hangs, it ends after ten minutes.
[ -n "${NAT_TEST_BOUNDED:-}" ] || NAT_TEST_BOUNDED=1 exec timeout --foreground -k 30s 10m scripts/nat-test.sh "$@"

kinds="full restricted port symmetric"
server=198.51.100.1
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

# nat NAME KIND PUBLIC LAN: a NAT with one host behind it, LAN.2. Its four kinds as RFC 4787 names them: all but the symmetric
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
scripts/build.sh netlab >/dev/null
dir=$(mktemp -d)
rig
echo "nat-test: $(ours | wc -l) namespaces after $((SECONDS - began)) s"
for part in ${*:-knock}; do
	case $part in
	knock) "$part" ;;
	*) echo "nat-test: there is no part $part" >&2; exit 2 ;;
	esac
done
echo "nat-test: as theory says, in $((SECONDS - began)) s"
