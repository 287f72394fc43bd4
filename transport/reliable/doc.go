// Package reliable carries messages and values over UDP, or over any net.PacketConn.
//
// Job: Conn, the transport.Conn of the network, and Hub, which holds all connections of one socket. KCP's state machine keeps
// each lane complete and in order, with one conversation for each lane. Live messages also leave at once as copies, beside
// values, and are repeated until they are known to have come; KCP gets the messages that are still missing after a while. So
// copies buy time and bytes, and completeness rests on KCP. Owner: each Conn has one owner, who calls its methods; they wait
// for a short lock and never for the network. A Hub has two goroutines, however many connections it has: the reader, which
// receives datagrams, and the pump, which sends: in rounds, each of which serves the connections that are due and ends with
// the sending of what they had. Invariants: those of package transport, and
//
//   - Only payloads of a session are applied. A malformed one is counted and dropped; it is decoded completely before any of
//     it counts.
//   - An end that does not receive closes KCP's window and takes no copies; the far end then gets ErrFull.
//   - Everything due at a moment leaves in one datagram if it fits, live data before bulk. Bulk data are spread over time, at
//     a share of the rate that the far end has seen pass.
//   - Of two copies of one message the first counts; a difference between them does not show.
//
// Package secure lies below: authentication, encryption, keepalives, timeouts and closing are its own, and one of its sessions
// is one connection. Both ends need the same layout of payloads; the version that secure checks must change with it.
//
// Integers are little-endian, u is a uvarint, v a signed one.
//
// A payload is a byte of flags and the parts whose bits it has, in their order. Of some numbers only low bits are sent: the
// number nearest to what the reader knows is meant. A time unit is 64 us.
//
//	bit  part         of
//	0    values       of each: slot << 2, + 2 if it is the last, + 1 if it waits, u; number's low 2
//	                  bytes; if it waits, by how much less than the base it waits for, u; length u; bytes
//	1,2  live, bulk   bits 1: asks for the window, tells it, acks, data, stamp, report; una's low 3
//	                  bytes; window 1; acks: count 1, of each: over una v, time 2; data: count 1,
//	                  number's low 3 bytes, of each: numbers passed over u, time 2, length u, bytes;
//	                  stamp: time units 2, place in a train 1; report: queue in 250 us 1, rate in kB/s u
//	3    have         3 bytes: low 20 bits of the last live message before the first missing one,
//	                  level of loss, and above them whether 2 bytes follow, with a bit for each
//	                  message from the second after it that has come
//	4    value acks   of each: slot << 1, + 1 if it is the last, u; number's low 2 bytes
//	5    times        bits 1: asks, echoes; asks: time units 2; echoes: what was asked 2, time units ago 2
//	6    none
//	7    copies       the base, 3 bytes: low 20 bits of the newest live message's number, and how many
//	                  up to it are news; to the end, the newest first, of each: length << 1, + 1 if it
//	                  does not lie just before the one above; then how many lie between, u; bytes
//
// In each lane's stream a message is twice its length as a uvarint and its bytes. In the live
// one an odd number in a length's place, n << 1 | 1, says that the n next messages are known to
// have come.
package reliable
