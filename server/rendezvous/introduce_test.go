package rendezvous

import (
	"encoding/binary"
	"fmt"
	"testing"

	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// hall is a table of players who all consent, on a line.
type hall struct {
	table *Table
	at    map[timestream.Stream]int64 // in blocks
	now   timestream.Time
	ip    func(s timestream.Stream) [16]byte
}

func newHall(at ...int64) *hall {
	var drawn uint32
	h := &hall{table: New(func() (s [32]byte) { drawn++; binary.LittleEndian.PutUint32(s[:], drawn); return s }), at: map[timestream.Stream]int64{}}
	h.ip = func(s timestream.Stream) [16]byte { return [16]byte{10: 0xff, 0xff, 198, 51, 100, byte(s)} }
	for i, x := range at {
		s := timestream.Stream(i + 1)
		h.at[s] = x
		h.table.Consent(s, protocol.PlayerKey{byte(s)}, &protocol.Links{Mode: protocol.LinksAll}, 0)
	}
	return h
}

// update takes the table on by a span and returns who met whom and who lost whom, by the first one's account.
func (h *hall) update(span timestream.Duration) (met, lost []pairOf) {
	h.now = h.now.Add(span)
	h.table.Update(h.now, func(s timestream.Stream) (Place, bool) {
		return Place{world.Vec{h.at[s] * world.Unit}, protocol.LinkAddress{IP: h.ip(s), Port: 4000}}, true
	})
	for _, n := range h.table.News() {
		switch {
		case n.Peer != nil && n.To < n.Peer.Stream:
			met = append(met, pairOf{n.To, n.Peer.Stream})
		case n.Gone != nil && n.To < n.Gone.Stream:
			lost = append(lost, pairOf{n.To, n.Gone.Stream})
		}
	}
	return met, lost
}

// TestNearestFirst: a player with more than LinksMax others near meets the nearest; one that comes takes the place only of one that has
// gone beyond meetBlocks.
func TestNearestFirst(t *testing.T) {
	h := newHall(0, 50, 40, 30, 20, -10, -20, -30, -40, -60, 60)
	for s := timestream.Stream(2); s <= 11; s++ { // they want the first alone
		h.table.Consent(s, protocol.PlayerKey{byte(s)}, &protocol.Links{Mode: protocol.LinksFriends, Friends: []protocol.PlayerKey{{1}}}, 0)
	}
	met, _ := h.update(timestream.Second)
	if len(met) != protocol.LinksMax {
		t.Fatalf("met %v", met)
	}
	for _, p := range met {
		if p[1] == 10 || p[1] == 11 {
			t.Errorf("player %d, 60 blocks away, before nearer ones", p[1])
		}
		h.table.Linked(1, p[1], h.now)
		h.table.Linked(p[1], 1, h.now)
	}
	h.at[10], h.at[11] = 1, 90 // nearest, and far: all places are taken
	if met, lost := h.update(timestream.Second); len(met)+len(lost) > 0 {
		t.Fatalf("met %v, lost %v", met, lost)
	}
	h.at[3], h.at[4] = 80, 70 // within keepBlocks: kept until somebody nearer needs the place
	met, lost := h.update(timestream.Second)
	if len(met) != 1 || met[0] != (pairOf{1, 10}) || len(lost) != 1 || lost[0] != (pairOf{1, 3}) || h.table.counts.Ended[protocol.LinkMany] != 1 {
		t.Fatalf("met %v, lost %v", met, lost)
	}
	h.at[2] = 97
	if met, lost := h.update(timestream.Second); len(met) != 0 || len(lost) != 1 || lost[0] != (pairOf{1, 2}) {
		t.Fatalf("met %v, lost %v", met, lost)
	}
}

// TestBackOff: a pair that fails is introduced again after 10 s, 60 s and then each 10 min, counted from the last introduction; one that
// carried, 2 s after its end; one of whom one lied, after an hour.
func TestBackOff(t *testing.T) {
	h := newHall(0, 10)
	end := func(why protocol.LinkEnd) {
		h.table.Unlinked(2, protocol.LinkEnded{Stream: 1, Why: why}, h.now)
		h.table.News()
	}
	carry := func() { h.table.Linked(1, 2, h.now); h.table.Linked(2, 1, h.now) }
	next := func(want timestream.Duration) {
		t.Helper()
		since := h.now
		for {
			if met, _ := h.update(250 * timestream.Millisecond); len(met) > 0 {
				break
			}
			if h.now.Sub(since) > want+timestream.Second {
				t.Fatalf("not in %d s", want/timestream.Second)
			}
		}
		if got := h.now.Sub(since); got < want {
			t.Fatalf("again after %d ms, not %d s", got/timestream.Millisecond, want/timestream.Second)
		}
	}
	next(0)
	for _, wait := range []timestream.Duration{10 * timestream.Second, timestream.Minute, 10 * timestream.Minute, 10 * timestream.Minute} {
		end(protocol.LinkFailed)
		next(wait)
	}
	carry()
	h.update(timestream.Second)
	end(protocol.LinkSilent)
	next(2 * timestream.Second)
	h.table.Linked(1, 2, h.now) // one side alone says so
	end(protocol.LinkSilent)
	next(10 * timestream.Second)
	carry()
	end(protocol.LinkLies)
	next(60 * timestream.Minute)
	end(protocol.LinkWithdrawn)
	h.table.Leave(1, h.now) // over another connection: no sooner, the second failure in a row that is no lie
	h.table.Consent(1, protocol.PlayerKey{1}, &protocol.Links{Mode: protocol.LinksAll}, h.now)
	next(timestream.Minute)
}

// TestInnerAddresses: an address at which nobody in the internet reaches a player goes only to those whom the server sees at such a one.
func TestInnerAddresses(t *testing.T) {
	for _, c := range []struct {
		a, b [4]byte
		meet bool
	}{
		{[4]byte{127, 0, 0, 1}, [4]byte{127, 0, 0, 1}, true}, {[4]byte{192, 168, 1, 2}, [4]byte{192, 168, 1, 3}, true},
		{[4]byte{10, 1, 1, 1}, [4]byte{198, 51, 100, 1}, false}, {[4]byte{100, 64, 1, 1}, [4]byte{198, 51, 100, 1}, false},
		{[4]byte{172, 32, 1, 1}, [4]byte{198, 51, 100, 1}, true}, {[4]byte{127, 0, 0, 1}, [4]byte{198, 51, 100, 1}, false},
	} {
		h := newHall(0, 10)
		h.ip = func(s timestream.Stream) [16]byte {
			ip := c.a
			if s == 2 {
				ip = c.b
			}
			return [16]byte{10: 0xff, 0xff, ip[0], ip[1], ip[2], ip[3]}
		}
		if met, _ := h.update(timestream.Second); (len(met) == 1) != c.meet {
			t.Errorf("%v and %v: %v", c.a, c.b, met)
		}
	}
}

// TestOffers: one who may be asked is offered each other player once, one a minute; nobody else is told anything.
func TestOffers(t *testing.T) {
	h := newHall(0, 10, 20, 200)
	for s := timestream.Stream(1); s <= 3; s++ { // players 1 and 5 consent to nothing, and only 1 may be asked
		h.table.Consent(s, protocol.PlayerKey{byte(s)}, &protocol.Links{Mode: protocol.LinksAll}, 0)
	}
	h.table.Consent(1, protocol.PlayerKey{1}, &protocol.Links{Ask: true}, 0)
	h.at[5] = 5
	h.table.Consent(5, protocol.PlayerKey{5}, &protocol.Links{}, 0)
	var offered []timestream.Stream
	var at []timestream.Time
	for range 4 * 60 * 5 {
		h.now = h.now.Add(250 * timestream.Millisecond)
		h.table.Update(h.now, func(s timestream.Stream) (Place, bool) {
			return Place{world.Vec{h.at[s] * world.Unit}, protocol.LinkAddress{IP: h.ip(s), Port: 4000}}, true
		})
		for _, n := range h.table.News() {
			if n.To == 5 || n.Peer != nil && (n.To == 1 || n.Peer.Stream == 1) {
				t.Fatalf("%+v", n)
			}
			if n.Offer != nil {
				offered, at = append(offered, n.Offer.Stream), append(at, h.now)
			}
		}
	}
	if len(offered) != 2 || offered[0] != 2 || offered[1] != 3 || at[1].Sub(at[0]) < timestream.Minute {
		t.Fatalf("offered %v at %v", offered, at)
	}
}

// BenchmarkUpdate is an Update with players in one place who all consent, and of whom none can be linked; and with those who name others.
func BenchmarkUpdate(b *testing.B) {
	for _, n := range []int{100, 1000} {
		for _, mode := range []protocol.LinkMode{protocol.LinksAll, protocol.LinksFriends} {
			b.Run(fmt.Sprintf("%d-%v", n, mode), func(b *testing.B) {
				h := newHall(make([]int64, n)...)
				for s := range timestream.Stream(n) {
					l := protocol.Links{Mode: mode}
					for i := range protocol.LinkFriendsMax {
						l.Friends = append(l.Friends, protocol.PlayerKey{1, byte(i), byte(s)})
					}
					h.table.Consent(s+1, protocol.PlayerKey{byte(s), byte(s >> 8)}, &l, 0)
				}
				for b.Loop() {
					h.update(250 * timestream.Millisecond)
				}
			})
		}
	}
}
