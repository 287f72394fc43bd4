package server

import (
	"fmt"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// sendingClient is a client that declares its time at an interval, from a moment of its own on, and notes when updates arrive.
type sendingClient struct {
	h     *testClient
	every time.Duration
	next  time.Duration
	word  time.Duration   // when it last declared
	seen  int             // updates by the last step
	got   int             // since they were last counted
	after []time.Duration // from each declaration to the next update
}

// stepSending takes a step in which the clients declare their time that are due.
func stepSending(r *harness, all []*sendingClient) {
	for _, p := range all {
		for p.next <= r.now+stepAt {
			p.h.declare(r.s.Now())
			p.word, p.next = p.next, p.next+p.every
		}
	}
	r.step(stepAt)
	for _, p := range all {
		n := len(p.h.updates) - p.seen
		p.seen, p.got = p.seen+n, p.got+n
		if n > 0 && p.word != 0 {
			p.after, p.word = append(p.after, r.now-p.word), 0
		}
	}
}

// TestSendSlots: at 20 updates a second, a client that declares as often is answered in the very step that receives the message, at
// whatever moment that is; a client that declares more often gets as many updates, and none gets more. One that declares seldom, because it makes few
// pictures, gets few (decision 108).
func TestSendSlots(t *testing.T) {
	const seconds = 10
	rnd := testrand.New(t)
	r := newHarness(t, func(c *Config) { c.UpdateRate = 20 })
	var all []*sendingClient
	for i := range 12 {
		p := &sendingClient{h: r.join(fmt.Sprint("p", i)), every: 50 * ms}
		switch i % 4 {
		case 2:
			p.every = stepAt
		case 3:
			p.every = 5 * time.Second
		}
		all = append(all, p)
	}
	r.play(120)
	told := 0              // to those who declare seldom
	for round := range 3 { // again after a pause of the server
		for _, p := range all {
			p.next = r.now + time.Duration(rnd.Int64N(int64(50*ms)))
		}
		for range 60 {
			stepSending(r, all)
		}
		for _, p := range all {
			p.got, p.after = 0, p.after[:0]
		}
		began := r.now
		for range seconds * 60 {
			stepSending(r, all)
		}
		for i, p := range all {
			if p.every > time.Second {
				if told += p.got; p.got < seconds/2-1 || p.got > 2*seconds {
					t.Errorf("round %d, client %d, each %v: %d updates in %v", round, i, p.every, p.got, r.now-began)
				}
				continue
			}
			if p.got > 20*seconds+1 || p.got < 20*seconds-6 { // a declaration that is waited for in vain costs two
				t.Errorf("round %d, client %d, each %v: %d updates in %v", round, i, p.every, p.got, r.now-began)
			}
			if p.every != 50*ms {
				continue
			}
			for k, d := range p.after {
				if d > stepAt {
					t.Errorf("round %d, client %d: word %d was answered after %v", round, i, k, d)
					break
				}
			}
		}
		r.now += 400 * ms
	}
	if t.Logf("%d updates to 3 clients that declare seldom, in %d s", told, 3*seconds); told == 0 {
		t.Error("none")
	}
	// They are spread over steps again after all of them were due in one.
	r.play(1)
	due := map[time.Duration]int{}
	for range 60 {
		r.play(1)
		for _, h := range r.hands {
			if c := r.s.clients.session(h.stream()); c.told.UpdatedAt() == r.s.clock.mono {
				due[r.now]++
			}
		}
	}
	for at, n := range due {
		if n > len(all)*3/4 {
			t.Errorf("%d of %d updates at %v", n, len(all), at)
		}
	}
}

// TestClientWithFewPictures: a client that declares its time once a second, as one does that is starved of its processor, has no more sections on their way than it can look
// through for a picture, and yet gets all of its view, as does one that is not slow, with many on their way.
func TestClientWithFewPictures(t *testing.T) {
	const view, credit, seconds = 5, 192, 60
	r := newHarness(t, func(c *Config) { c.View, c.ViewY, c.BulkCredit, c.BulkBytes = view, 4, credit, 16<<20 })
	slow, fast := r.join("slow"), r.join("fast")
	var most [2]int
	r.play(1)
	r.hands = r.hands[1:] // it reads when it makes a picture
	for step := range seconds * 60 {
		fast.declare(r.s.Now())
		if step%60 == 0 {
			slow.read()
			slow.declare(r.s.Now())
		}
		r.step(stepAt)
		if step < 4*60 { // it is not known to be slow yet
			continue
		}
		for i, h := range []*testClient{slow, fast} {
			most[i] = max(most[i], r.s.clients.session(h.stream()).told.InFlight())
		}
		if step%(20*60) == 4*60 { // both see other land
			for _, h := range []*testClient{slow, fast} {
				r.s.teleportPlayer(r.s.clients.session(h.stream()), world.BottomCentre(world.Pos{X: int32(step), Y: 1}))
			}
			most = [2]int{}
		}
	}
	want := 0
	for z := int32(-view); z <= view; z++ {
		for x := int32(-view); x <= view; x++ {
			if withinView(world.SectionPos{X: x, Z: z}, view) {
				want += 9
			}
		}
	}
	for _, h := range []*testClient{slow, fast} {
		if n := r.s.World().Stream(h.stream()).Subscriptions.Len(); n < want {
			t.Errorf("%s has %d of %d sections", h.name, n, want)
		}
	}
	if most[0] > credit*2/3 || most[1] < credit*3/4 {
		t.Error("too many to the slow one, or too few to the other")
	}
	t.Logf("%d sections on their way at most to the slow one, %d to the other", most[0], most[1])
}
