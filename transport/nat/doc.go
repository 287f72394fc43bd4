// Package nat is a network of hosts behind network address translators (NATs), as RFC 4787 describes them, under virtual time.
//
// Job: Network, its hosts with their UDP sockets, and NAT, which can stand behind another NAT. A Socket has the methods that
// package transport/punch asks of a socket, so the machine that links two players for real is tested over every kind of NAT.
// Owner: the holder of the Network; all of it belongs to one goroutine, and nothing here has a goroutine, a lock or a clock.
//
// Data flow: Send goes up through the NATs of the sender, each of which maps the source to an address of its own, until a realm (a
// home's network, or the internet) knows the receiver's address. The packet arrives after the delay between the two hosts; a NAT at that
// address lets it in if its filter does, and hands it down. Receive takes what has arrived.
//
// Invariants: the same seed with the same calls gives the same packets at the same times, and the fate of packet k of a socket depends on
// seed, socket and k alone; a mapping lives as long as packets leave by it within the timeout; a full inbox drops what comes.
//
// Two homes may number their hosts alike, as real ones do, so a packet to an address in another home can meet a stranger.
package nat
