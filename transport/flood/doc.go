// Package flood attacks a server: with junk, with recorded packets of honest players (repeated, truncated, altered,
// from other addresses), with copies that arrive before the packets themselves, and with sessions of its own.
//
// Job: Relay, which stands between one honest player and the server like an attacker who can read and forge packets
// on the way, and Attack, which sends. Owner: their creator; a Relay has two goroutines, a running Attack one for
// each Worker. Invariants: a Relay passes on every packet unchanged, at most 2 ms later while it is raced; the same
// seed sends the same kinds in the same order.
package flood
