// Package lanes carries messages and values over UDP, or over any net.PacketConn.
//
// Job: Conn, the transport.Conn of the network, and Hub, which has all connections of one
// socket. KCP's state machine keeps each lane whole and in order, one conversation a lane. Live
// messages also leave at once as copies, beside values, and are repeated until they are known to
// have come; KCP gets those that are not after a while, so that copies buy time and bytes, and
// whether all arrives rests on KCP. Owner: each Conn has one owner, who calls its methods; they
// wait for a short lock and never for the network. A Hub has two goroutines, however many
// connections: the reader, which takes datagrams in, and the pump, which sends. Invariants:
// those of package transport, and
//
//   - Only payloads of the session come in; one that is malformed is counted and dropped. It is
//     read as a whole before any of it counts.
//   - An end that does not receive closes KCP's window and takes no copies; the far end then
//     gets ErrFull.
//   - All that is due at a moment leaves in one datagram if it fits, live before bulk. Bulk is
//     spread over time, at a share of the rate that the far end has seen pass.
//   - Of two copies of one message the first counts; that they differ does not show.
//
// Below lies a gate (package gate): who somebody is, encryption, keepalive, timeouts and
// goodbyes are its own, and a session of it is one connection. Both ends need the same layout of
// payloads; the version that the gate checks is to change with it.
//
// Integers are little-endian, u is a uvarint, v a signed one.
//
// A payload is a byte of flags and the parts whose bits it has, in their order. Numbers of which
// only low bits are sent are those nearest to what the reader knows already. A tick is 64 us.
//
//	bit  part         of
//	0    values       of each: slot << 2, + 2 if it is the last, + 1 if it waits, u; number's low 2
//	                  bytes; if it waits, by how much less than the base it waits for, u; length u; bytes
//	1,2  live, bulk   bits 1: asks for the window, tells it, acks, data, stamp, report; una's low 3
//	                  bytes; window 1; acks: count 1, of each: over una v, time 2; data: count 1,
//	                  number's low 3 bytes, of each: numbers passed over u, time 2, length u, bytes;
//	                  stamp: ticks 2, place in a train 1; report: queue in 250 us 1, rate in kB/s u
//	3    have         3 bytes: low 20 bits of the last live message before the first missing one,
//	                  level of loss, and above them whether 2 bytes follow, with a bit for each
//	                  message from the second after it that has come
//	4    value acks   of each: slot << 1, + 1 if it is the last, u; number's low 2 bytes
//	5    times        bits 1: asks, echoes; asks: ticks 2; echoes: what was asked 2, ticks ago 2
//	6    none
//	7    copies       the base, 3 bytes: low 20 bits of the newest live message's number, and how many
//	                  up to it are news; to the end, the newest first, of each: length << 1, + 1 if it
//	                  does not lie just before the one above; then how many lie between, u; bytes
//
// In each lane's stream a message is twice its length as a uvarint and its bytes. In the live
// one an odd number in a length's place, n << 1 | 1, says that the n next messages are known to
// have come.
package lanes
