// Package lanes carries messages and values over UDP, or over any net.PacketConn.
//
// Job: Conn, the transport.Conn of the network, and Hub, which has all connections of one
// socket. KCP's state machine keeps each lane whole and in order, one conversation a lane;
// values, their acks and early copies go beside it, in the same
// datagrams. Owner: each Conn
// has one owner, who calls its methods; they wait for a short lock and never for the
// network. A Hub has two goroutines, however many connections: the reader, which takes
// datagrams in, and the pump, which sends. Invariants: those of package transport, and
//
//   - Only payloads of the session come in; one that is malformed is counted and dropped.
//   - An end that does not receive closes KCP's window; the far end then gets ErrFull.
//
// Below lies a gate (package gate): who somebody is, encryption, keepalive, timeouts and
// goodbyes are its own, and a session of it is one connection. What travels in a payload
// stands in parts.go and segments.go. Both ends need the same layout; the version that the
// gate checks is to change with it.
//
// In each lane's stream a message is its length as a uvarint and its bytes.
package lanes
