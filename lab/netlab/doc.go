// Package netlab is the laboratory of the netcode: the real server and many real clients in one goroutine, under
// virtual time, over a simulated network, with every law of the netcode checked while it runs.
//
// Job: Run plays a Config and returns a Result; a broken law ends it with a *Violation, which names law, time and
// seed. Owner: the caller of Run; nothing in it waits, reads a clock or starts a goroutine, so runs may go on beside
// each other. Invariants: the same Config gives the same Result bit by bit; players read only what their own client
// shows them; laws are checked against what the observers of server and clients report and against the states
// themselves, never against what the run expected.
package netlab
