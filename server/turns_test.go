package server

import (
	"fmt"
	"testing"
	"time"

	"voxtide/chance"
)

// speaker is a client that tells its time so often, from a moment of its own on, and notes when frames come.
type speaker struct {
	h     *hand
	every time.Duration
	next  time.Duration
	word  time.Duration   // when it last spoke
	seen  int             // frames by the last step
	got   int             // since they were last counted
	after []time.Duration // from each word to the next frame
}

// pass lets a step pass in which those speak whose time has come.
func pass(r *rig, all []*speaker) {
	for _, p := range all {
		for p.next <= r.now+stepAt {
			p.h.declare(r.s.Now())
			p.word, p.next = p.next, p.next+p.every
		}
	}
	r.step(stepAt)
	for _, p := range all {
		n := len(p.h.frames) - p.seen
		p.seen, p.got = p.seen+n, p.got+n
		if n > 0 && p.word != 0 {
			p.after, p.word = append(p.after, r.now-p.word), 0
		}
	}
}

// TestTurns: at 20 frames a second, who speaks as often is answered in the very step that hears the word, at whatever
// moment that is; who speaks more often or not at all is told as often; nobody is ever told more.
func TestTurns(t *testing.T) {
	const seconds = 10
	rnd := chance.Source(t)
	r := newRig(t, func(c *Config) { c.Frames = 20 })
	var all []*speaker
	for i := range 12 {
		p := &speaker{h: r.join(fmt.Sprint("p", i)), every: 50 * ms}
		switch i % 4 {
		case 2:
			p.every = stepAt
		case 3:
			p.every = 5 * time.Second
		}
		all = append(all, p)
	}
	r.play(120)
	for round := range 3 { // again after a pause of the server
		for _, p := range all {
			p.next = r.now + time.Duration(rnd.Int64N(int64(50*ms)))
		}
		for range 60 {
			pass(r, all)
		}
		for _, p := range all {
			p.got, p.after = 0, p.after[:0]
		}
		began := r.now
		for range seconds * 60 {
			pass(r, all)
		}
		for i, p := range all {
			if p.got > 20*seconds+1 || p.got < 20*seconds-6 { // each word that was waited for in vain costs two
				t.Errorf("round %d, client %d, each %v: %d frames in %v", round, i, p.every, p.got, r.now-began)
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
	// Not all in one step, after all of them were due in one.
	r.play(1)
	due := map[time.Duration]int{}
	for range 60 {
		r.play(1)
		for _, h := range r.hands {
			if c := r.s.session(h.stream()); c.frameAt == r.s.mono {
				due[r.now]++
			}
		}
	}
	for at, n := range due {
		if n > len(all)*3/4 {
			t.Errorf("%d of %d frames at %v", n, len(all), at)
		}
	}
}
