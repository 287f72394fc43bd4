// Package secure authenticates and encrypts the packets of one UDP socket.
//
// Job: Endpoint, a net.PacketConn over a UDP socket (or any net.PacketConn) whose addresses are peers. It does the
// handshake, which gives each end the other's key, encryption, replay protection, keepalives, timeouts, closing with
// a reason, and limits. Payloads are opaque, unordered and may be lost. Owner: an Endpoint has two goroutines of its
// own, however many peers there are: the worker does the key exchanges, the timer does what is due at a time. The
// reader is the caller of ReadFrom: one goroutine, which also receives handshakes. Other methods may be called from
// any goroutine. Where package mmsg can, an Endpoint that listens receives many packets with one system call and sends
// so what Gather was given. Invariants:
//
//   - Before a cookie has come back from an address, nothing is allocated or stored for it, and nothing computed but one keyed
//     hash; what is stored afterwards is bounded.
//   - Handshakes are shared out between networks and sources (handshake_queue.go, half_open.go): a source that was not
//     served lately goes first, and the source with the most half-open handshakes makes room. A first message begins one
//     handshake. One source never has more sessions than are free for others.
//   - No answer to an unknown sender is larger than its request.
//   - ReadFrom returns each payload at most once, and only payloads that the peer has sealed.
//   - No address gets a stream that it did not ask for, not even by a spoofed move.
//   - A session stays where its peer answers: copies of its packets from elsewhere move it for one round trip at most
//     (migration_contested.go).
//   - A session opens only for a peer that answered a fresh message of this end.
//   - The reader never waits for a key exchange. In steady state no packet allocates.
//
// Every packet begins with its type. Integers are little-endian; s is a session number.
//
//	type  name       then
//	1     hello      magic "VXTG", layout 1, version 2, nonce 8, zeros up to 160 bytes in all
//	2     retry      nonce 8, cookie 16, world 16, key of the server 32
//	3     refusal    nonce 8, code 1, version that is wanted 2
//	4     first IK   nonce 8, cookie 16, first message of Noise IK; 160 bytes in all
//	5     first XX   nonce 8, cookie 16, first message of Noise XX; 160 bytes in all
//	6     second     nonce 8, second message of Noise, its payload is s 4
//	7     third      nonce 8, third message of Noise XX
//	8, 9  a question without joining and its answer: package query
//	16    payload    s 4, counter 3, sealed
//	17    keepalive  s 4, counter 3, sealed nothing
//	18    close      s 4, counter 3, sealed reason of up to 256 bytes
//	19    probe      s 4, counter 3, sealed token 8
//	20    echo       s 4, counter 3, sealed token 8
//
// The Noise suite is 25519_ChaChaPoly_BLAKE2s, its prologue the label "voxtide gate 1",
// version 2, key of the server 32, world 16, nonce 8. The nonce is the first 8 bytes of
// BLAKE2s over the client's ephemeral key. A packet is sealed with its first 8 bytes as
// associated data and its whole 64-bit counter as nonce, of which it carries the low 24
// bits. Each 65,536 counters have a key of their own, made from the one before as Noise's
// REKEY does.
//
// A refusal is not authenticated: who can read a hello on its way can end that dial.
package secure
