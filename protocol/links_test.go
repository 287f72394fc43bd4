package protocol

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/internal/wire"
	"voxtide/timestream"
)

func randomAddress(r *rand.Rand) (a LinkAddress) {
	for i := range a.IP {
		a.IP[i] = byte(r.Uint32())
	}
	if r.IntN(2) == 0 {
		a.IP = [16]byte{10: 0xff, 0xff, a.IP[0], a.IP[1], a.IP[2], a.IP[3]}
	}
	a.Port = uint16(r.Uint32())
	return a
}

func randomKey(r *rand.Rand) (k PlayerKey) {
	for i := range k {
		k[i] = byte(r.Uint32())
	}
	return k
}

func randomLinks(r *rand.Rand) (l Links) {
	l = Links{Mode: LinkMode(r.IntN(int(LinkModeCount))), Ask: r.IntN(2) == 0}
	if l.Mode == LinksOff {
		return l
	}
	for range r.IntN(LinkAddressesMax + 1) {
		l.Addresses = append(l.Addresses, randomAddress(r))
	}
	for range r.IntN(LinkFriendsMax + 1) {
		l.Friends = append(l.Friends, randomKey(r))
	}
	return l
}

func randomPeer(r *rand.Rand) (p Peer) {
	p = Peer{Stream: timestream.Stream(1 + r.IntN(1<<20)), Key: randomKey(r), Pair: 1 + r.Uint32N(1<<32-1), Secret: randomKey(r), Role: byte(r.IntN(2)),
		At: timestream.Time(r.Int64N(1 << 60))}
	for range 1 + r.IntN(PeerAddressesMax) {
		p.Addresses = append(p.Addresses, PeerAddress{LinkHow(r.IntN(int(LinkSeenByPeer))), randomAddress(r)})
	}
	return p
}

// TestLinkMessagesRoundTrip: messages of links are read as they were written, whole or not at all.
func TestLinkMessagesRoundTrip(t *testing.T) {
	rnd := testrand.New(t)
	cut := 0
	check := func(b []byte, kind byte, want any, read func(r *wire.Reader) (any, error)) {
		t.Helper()
		if b[0] != kind {
			t.Fatalf("kind %d, not %d", b[0], kind)
		}
		r := wire.NewReader(b[1:])
		if got, err := read(&r); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v became %+v: %v", want, got, err)
		}
		for _, bad := range [][]byte{b[1 : 1+rnd.IntN(len(b)-1)], append(b[1:len(b):len(b)], 0)} {
			r = wire.NewReader(bad)
			if got, err := read(&r); err == nil {
				t.Fatalf("%d of %d bytes of %+v were read as %+v", len(bad), len(b)-1, want, got)
			}
			cut++
		}
	}
	for range 300 {
		l := randomLinks(rnd)
		check(AppendLinks(nil, &l), MsgLinks, l, func(r *wire.Reader) (any, error) { return ReadLinks(r) })
		p := randomPeer(rnd)
		check(AppendPeer(nil, &p), MsgPeer, p, func(r *wire.Reader) (any, error) { return ReadPeer(r) })
		s := timestream.Stream(1 + rnd.IntN(1<<20))
		k := Linked{s, uint16(rnd.Uint32()), LinkHow(rnd.IntN(int(LinkHowCount)))}
		check(AppendLinked(nil, k), MsgLinked, k, func(r *wire.Reader) (any, error) { return ReadLinked(r) })
		u := LinkEnded{s, LinkFailed + LinkEnd(rnd.IntN(int(LinkEndCount-LinkFailed)))}
		check(AppendUnlinked(nil, u), MsgUnlinked, u, func(r *wire.Reader) (any, error) { return ReadUnlinked(r) })
		g := LinkEnded{s, LinkEnd(rnd.IntN(int(LinkEndCount)))}
		check(AppendPeerGone(nil, g), MsgPeerGone, g, func(r *wire.Reader) (any, error) { return ReadPeerGone(r) })
		o := LinkOffer{s, randomKey(rnd)}
		check(AppendLinkOffer(nil, o), MsgLinkOffer, o, func(r *wire.Reader) (any, error) { return ReadLinkOffer(r) })
	}
	t.Logf("%d messages too short or too long", cut)
}

// TestLinkMessagesBounds: what is out of bounds is refused.
func TestLinkMessagesBounds(t *testing.T) {
	rnd := testrand.New(t)
	links := func(l Links) []byte { return AppendLinks(nil, &l) }
	peer := func(change func(p *Peer)) []byte {
		p := randomPeer(rnd)
		change(&p)
		return AppendPeer(nil, &p)
	}
	for name, b := range map[string][]byte{
		"a mode":                  links(Links{Mode: LinkModeCount}),
		"addresses":               links(Links{Mode: LinksAll, Addresses: make([]LinkAddress, LinkAddressesMax+1)}),
		"friends":                 links(Links{Mode: LinksFriends, Friends: make([]PlayerKey, LinkFriendsMax+1)}),
		"addresses without links": links(Links{Addresses: make([]LinkAddress, 1)}),
		"friends without links":   links(Links{Friends: make([]PlayerKey, 1)}),
		"pair 0":                  peer(func(p *Peer) { p.Pair = 0 }),
		"a role":                  peer(func(p *Peer) { p.Role = 2 }),
		"no address":              peer(func(p *Peer) { p.Addresses = nil }),
		"peer's addresses":        peer(func(p *Peer) { p.Addresses = make([]PeerAddress, PeerAddressesMax+1) }),
		"an address of a peer":    peer(func(p *Peer) { p.Addresses[0].How = LinkSeenByPeer }),
		"how":                     AppendLinked(nil, Linked{1, 1, LinkHowCount}),
		"a reason":                AppendPeerGone(nil, LinkEnded{1, LinkEndCount}),
		"a server's reason":       AppendUnlinked(nil, LinkEnded{1, LinkFar}),
	} {
		if v, err := readLinkMessage(b); err == nil {
			t.Errorf("%s: %+v was read", name, v)
		}
	}
	for m := range LinkModeCount {
		if got, ok := ParseLinkMode(m.String()); !ok || got != m {
			t.Errorf("mode %d is called %q", m, m)
		}
	}
	for e := range LinkEndCount {
		if e.String() == "" {
			t.Errorf("reason %d has no words", e)
		}
	}
}

// readLinkMessage reads a message of links of any kind.
func readLinkMessage(b []byte) (any, error) {
	r := wire.NewReader(b)
	switch r.Byte() {
	case MsgLinks:
		return ReadLinks(&r)
	case MsgPeer:
		return ReadPeer(&r)
	case MsgLinked:
		return ReadLinked(&r)
	case MsgUnlinked:
		return ReadUnlinked(&r)
	case MsgPeerGone:
		return ReadPeerGone(&r)
	case MsgLinkOffer:
		return ReadLinkOffer(&r)
	}
	return nil, ErrKind
}

func appendLinkMessage(kind byte, v any) []byte {
	switch v := v.(type) {
	case Links:
		return AppendLinks(nil, &v)
	case Peer:
		return AppendPeer(nil, &v)
	case Linked:
		return AppendLinked(nil, v)
	case LinkOffer:
		return AppendLinkOffer(nil, v)
	case LinkEnded:
		return appendLinkEnded([]byte{kind}, v)
	}
	return nil
}

func FuzzLinks(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	l, p := randomLinks(r), randomPeer(r)
	for l.Mode == LinksOff {
		l = randomLinks(r)
	}
	f.Add(AppendLinks(nil, &l))
	f.Add(AppendPeer(nil, &p))
	f.Add(AppendLinked(nil, Linked{3, 40, LinkIPv6}))
	f.Add(AppendUnlinked(nil, LinkEnded{3, LinkLies}))
	f.Add(AppendPeerGone(nil, LinkEnded{3, LinkFar}))
	f.Add(AppendLinkOffer(nil, LinkOffer{3, PlayerKey{1}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := readLinkMessage(b)
		if err != nil {
			return
		}
		if l, ok := v.(Links); ok && (len(l.Addresses) > LinkAddressesMax || len(l.Friends) > LinkFriendsMax) {
			t.Fatalf("%+v", l)
		}
		if p, ok := v.(Peer); ok && len(p.Addresses) > PeerAddressesMax {
			t.Fatalf("%+v", p)
		}
		if again := appendLinkMessage(b[0], v); string(again) != string(b) {
			t.Fatalf("%x reads and writes as %x", b, again)
		}
	})
}
