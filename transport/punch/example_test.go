package punch_test

import (
	"crypto/ed25519"
	"fmt"
	"net/netip"
	"time"

	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

// cable is two sockets joined by a cable: what one sends, the other has at once.
type cable struct {
	at    netip.AddrPort
	other *cable
	came  [][]byte
}

func (c *cable) Send(packet []byte, to netip.AddrPort) {
	if to == c.other.at {
		c.other.came = append(c.other.came, append([]byte(nil), packet...))
	}
}

func (c *cable) Receive(buf []byte) (int, netip.AddrPort, bool) {
	if len(c.came) == 0 {
		return 0, netip.AddrPort{}, false
	}
	n := copy(buf, c.came[0])
	c.came = c.came[1:]
	return n, c.other.at, true
}

func (c *cable) Addresses() []netip.AddrPort { return []netip.AddrPort{c.at} }

// A server tells both players of each other; they knock, make a handshake, and are linked.
func Example() {
	ann, bob := &cable{at: netip.MustParseAddrPort("192.168.1.2:5000")}, &cable{at: netip.MustParseAddrPort("192.168.1.3:5000")}
	ann.other, bob.other = bob, ann
	keys := [2]secure.Secret{}
	for i := range keys {
		seed := make([]byte, ed25519.SeedSize)
		seed[0] = byte(i)
		keys[i] = secure.NewSecret(ed25519.NewKeyFromSeed(seed))
	}
	a, b := punch.New(ann, punch.Config{Secret: keys[0]}), punch.New(bob, punch.Config{Secret: keys[1]})
	pair, secret := uint32(1), [32]byte{1, 2, 3}
	a.Introduce(0, punch.Introduction{ID: 2, Key: keys[1].Public(), Pair: pair, Secret: secret, Role: 0, Addresses: bob.Addresses()})
	b.Introduce(0, punch.Introduction{ID: 1, Key: keys[0].Public(), Pair: pair, Secret: secret, Role: 1, Addresses: ann.Addresses()})

	for now := time.Duration(0); now < time.Second; now += 16 * time.Millisecond {
		a.Update(now)
		b.Update(now)
		for _, e := range a.Events() {
			fmt.Println("ann:", e.Kind, "to", e.ID, "by", e.How)
			a.Send(2, []byte("I place a stone"), now)
		}
		for id, payload, ok := b.Receive(); ok; id, payload, ok = b.Receive() {
			fmt.Printf("bob, from %d: %s\n", id, payload)
		}
	}
	// Output:
	// ann: linked to 2 by lan
	// bob, from 1: I place a stone
}
