// Package punch links players directly, through the translators of addresses (NATs) that stand between them.
//
// Job: Links, the machine of all links of one socket, and Mux, which lets it share the client's socket with the session
// to the server: the mapping of a NAT is then the one that the server sees, and no other server has to be asked. A
// server that both players consented to introduces them (Introduce): keys, a secret of the pair, where each may be
// reached, and when to begin. Both then knock at all addresses at once, so that each one's NAT has sent before the
// other's packet comes. The end with the lower key makes a handshake (secure.Pair) along the first way that was answered,
// and what follows is sealed between the players' keys: the server can neither read nor forge it.
//
// Owner: Links has one, which gives it the time (since any moment, rising) and calls Update some 60 times a second. It
// has no goroutine and no clock, so that a game and a laboratory under virtual time run the same code. Mux may be used
// from any goroutine. Data flow: Socket -> Update -> Receive and Events; Send -> Socket.
//
// Invariants:
//
//   - Nothing that is not sealed with a pair's secret or keys is answered, and no answer is larger than its request. What
//     names no pair of ours costs a comparison.
//   - Each packet counts once. An introduction sends at most tries * knocksMax knocks, only to addresses that it named
//     or that the peer itself sent from, and never to those that Refused refuses.
//   - A linked peer is followed to another address only after it has answered a sealed challenge there.
//   - A payload is returned at most once, and only if the peer has sealed it. It may be lost or come out of order.
//   - Memory is bounded: LinksMax links, InboxMax payloads each. In steady state nothing is allocated.
//
// Every packet begins with its type and the number of its pair. Integers are little-endian.
//
//	type  name       then
//	32    knock      pair 4, number 2, by the pair's secret: token 8, address it is sent to 18, zeros 4
//	33    answer     pair 4, number 2, by the pair's secret: token 8, address the knock came from 18, waited 4
//	34    handshake  pair 4, number 2, by the pair's secret: step 1 (1 or 2), message of Noise IK
//	35    sealed     pair 4, counter 3, by the players' keys: kind 1, then
//	                 payload: up to PayloadMax bytes; pong: token 8, waited 4; ping, challenge, reply: token 8, zeros 4;
//	                 close: reason
//
// The secret's cipher is ChaCha20-Poly1305 with the 7 bytes of the head as associated data; its nonce is type 1, role of
// the sender 1, number 2, zeros. A sender gives each number once for an introduction. An address is 16 bytes (IPv4 in
// its mapped form) and a port. Waited is how many microseconds a knock or a ping lay in its receiver's inbox before it was
// answered: the round trip is of the network alone, however rarely the ends draw.
package punch
