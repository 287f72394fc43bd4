// Package flood attacks a server: with junk, with what honest players have sent, again, cut short, with bits turned and under
// other addresses, with copies that are faster than the packets, and with sessions of its own.
//
// Job: Relay, which stands between one honest player and the server, as whoever can read and forge packets on the way does,
// and Attack, which sends. Owner: whoever makes them; a Relay has two goroutines, a running Attack one for each Worker.
// Invariants: a Relay passes on all that comes, unchanged,
// while somebody is faster 2 ms later; the same seed sends the same kinds in the same order.
package flood
