// Package linktest holds transports to their promises, and measures them against each other.
//
// Job: tests that hold every transport.Conn to the same promises, the in-memory twin, the pipe,
// and lanes over loopback and over badnet; and Link, which compares kcp-go's own sessions with
// lanes over one seeded bad link. Both need transport and badnet. Owner: who calls Link, or the
// test's goroutine, holds both ends. Invariants: no case knows which Conn it holds; all
// contestants of a Link meet the same seed, and each its own network, one after the other, so
// that none takes the processor from another.
package linktest
