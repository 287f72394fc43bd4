package rendezvous_test

import (
	"fmt"

	"voxtide/protocol"
	"voxtide/server/rendezvous"
	"voxtide/timestream"
	"voxtide/world"
)

// Example introduces two players who stand 10 blocks apart and both consent.
func Example() {
	var drawn byte
	t := rendezvous.New(func() (secret [32]byte) { drawn++; secret[0] = drawn; return secret }) // a server draws what nobody can guess
	place := func(s timestream.Stream) (rendezvous.Place, bool) {
		at := protocol.LinkAddress{IP: [16]byte{10: 0xff, 0xff, 198, 51, 100, byte(s)}, Port: 40000}
		return rendezvous.Place{Feet: world.Vec{int64(s) * 10 * world.Unit}, Location: at}, true
	}
	for _, s := range []timestream.Stream{1, 2} {
		t.Consent(s, protocol.PlayerKey{byte(s)}, &protocol.Links{Mode: protocol.LinksAll}, 0)
	}
	t.Update(0, place)
	for _, n := range t.News() {
		fmt.Printf("%d meets %d, role %d, at %v port %d\n", n.To, n.Peer.Stream, n.Peer.Role, n.Peer.Addresses[0].IP[12:], n.Peer.Addresses[0].Port)
	}
	t.Linked(1, 2, timestream.Time(timestream.Second))
	t.Leave(2, timestream.Time(2*timestream.Second))
	for _, n := range t.News() {
		fmt.Printf("%d: %d is gone: %v\n", n.To, n.Gone.Stream, n.Gone.Why)
	}
	// Output:
	// 1 meets 2, role 0, at [198 51 100 2] port 40000
	// 2 meets 1, role 1, at [198 51 100 1] port 40000
	// 1: 2 is gone: left
}
