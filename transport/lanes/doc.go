// Package lanes carries messages and values over UDP, or over any net.PacketConn.
//
// Job: Conn, the transport.Conn of the network, and Hub, which has all connections of one
// socket. KCP's state machine keeps each lane whole and in order, one conversation a lane;
// values, acks of values, keepalive and closing go in datagrams beside it. Owner: each Conn
// has one owner, who calls its methods; they wait for a short lock and never for the
// network. A Hub has two goroutines, however many connections: the reader, which takes
// datagrams in, and the pump, which sends. Invariants: those of package transport, and
//
//   - A stranger costs nothing but a row in a bounded table until a datagram with the
//     connection's random number has come from the address that asked for it.
//   - What does not come from the peer's address, or is malformed, is counted and dropped.
//   - An end that does not receive closes KCP's window; the far end then gets ErrFull.
//
// Every datagram begins with its type. Integers are little-endian, u is a uvarint.
//
//	type  name       then
//	1     hello      magic "VXTD", version 2, nonce 8, zeros up to 64 bytes in all
//	2     welcome    nonce 8, connection 4
//	3     refuse     nonce 8, reason up to 55
//	4     kcp        KCP segments; conversation = 2 * connection + lane
//	5     values     connection 4, then of each: slot 1, number u, live messages before it u,
//	                 length u, bytes
//	6     value acks connection 4, then of each: slot 1, number u
//	7     ping       connection 4, time 4
//	8     pong       connection 4, time of the ping 4
//	9     close      connection 4, reason up to 256
//
// In each lane's stream a message is its length as a uvarint and its bytes.
package lanes
