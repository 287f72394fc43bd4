// Package memnet is a simulated network in memory, with the transport's Conn at each end, under virtual time.
//
// Job: Network, a seeded network, and Conn, an end of a connection over it. A Conn does what package reliable does over UDP
// (segments, acks, retransmission, early copies, values) with the same costs in bytes, but passes Go values. Owner: the
// holder of the Network; it and all its ends belong to one goroutine, and nothing here has a goroutine, a lock or a clock.
// Invariants: those of package transport, and the same seed with the same calls gives the same packets at the same times.
package memnet
