// Package netlab is the laboratory of the netcode: the whole server and many whole clients in one goroutine, under
// virtual time, over the honest in-memory network, with every law of the netcode checked while it runs.
//
// Job: Run plays a Config and gives a Result; a broken law ends it with a *Broken, which names law, time and seed.
// Owner: whoever calls Run; nothing in it waits, reads a clock or starts a goroutine, so runs beside each other need
// only a Lab each. Invariants: the same Config gives the same Result to the bit; players read nothing but what their
// own client shows them; laws are judged from what observers of server and client tell and from the states themselves,
// never from what the run expected.
package netlab
