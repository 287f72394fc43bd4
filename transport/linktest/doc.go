// Package linktest holds all transports to one contract, and compares their speed.
//
// Job: tests that hold every transport.Conn to the same promises (memnet, the pipe, and reliable over loopback and
// over netem), and Link, which compares kcp-go's own sessions with reliable over one seeded bad network. Owner: the
// caller of Link, or the test's goroutine, holds both ends. Invariants: no test knows which Conn it holds; all
// contestants of a Link get the same seed and a network of their own, one after the other, so that none takes the
// processor from another.
package linktest
