// Package flood attacks a server with packets: junk, and what honest players have sent, again, cut short, with bits turned
// and under other addresses.
//
// Job: Relay, which stands between one honest player and the server, as whoever can read and forge packets on the way does,
// and Attack, which sends. Owner: whoever makes them; a Relay has two goroutines, a running Attack one for each Worker.
// Invariants: a Relay passes on all that comes, unchanged; the same seed sends the same kinds in the same order.
package flood
