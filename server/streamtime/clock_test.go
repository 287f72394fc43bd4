package streamtime

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
)

// TestLimit: a stream goes as far as its budget and the lead over the server's clock allow, and what it has used it does not have again.
func TestLimit(t *testing.T) {
	var b Bounds
	b.Fill()
	k := New(&b, 0)
	const now = timestream.Time(10 * timestream.Second)
	if got, want := k.Limit(&b, now, now), now.Add(b.Ahead); got != want {
		t.Errorf("at the clock: %d, want %d", got, want)
	}
	behind := now.Add(-2 * timestream.Second)
	if got, want := k.Limit(&b, behind, now), behind.Add(b.Burst); got != want {
		t.Errorf("far behind: %d, want %d", got, want)
	}
	k.Spend(b.Burst)
	if got := k.Limit(&b, behind, now); got != behind {
		t.Errorf("with an empty budget: %d, want %d", got, behind)
	}
	k.BeginStep(&b, 100*timestream.Millisecond, 0)
	if got, want := k.Limit(&b, behind, now), behind.Add(100*1005*timestream.Millisecond/1000); got != want {
		t.Errorf("100 ms later: %d, want %d", got, want)
	}
}

// TestQueue: actions come out in order when they are due, each once; those out of order end the session.
func TestQueue(t *testing.T) {
	var b Bounds
	b.Fill()
	k := New(&b, 0)
	k.Reconnect(4)
	const now = timestream.Time(timestream.Second)
	put := func(number uint64, at timestream.Time) string {
		return k.Queue(&b, &actions.Action{Kind: actions.SetKeys, Number: number, At: at}, 0, now, now)
	}
	for n := range uint64(40) {
		if why := put(5+n, now.Add(timestream.Duration(n)*timestream.Millisecond)); why != "" {
			t.Fatal(n, why)
		}
	}
	if why := put(10, now); why != "" || k.Queued() != 40 {
		t.Errorf("an action that was sent again: %q, %d queued", why, k.Queued())
	}
	if put(46, now.Add(timestream.Second)) == "" || put(45, now) == "" || put(45, now.Add(b.Held+1)) == "" {
		t.Error("a gap, a step back or a stamp too far ahead is queued")
	}
	limit := now.Add(20 * timestream.Millisecond)
	for n := uint64(5); n <= 25; n++ {
		a, at := k.Next(now, limit)
		if a == nil || a.Number != n || at != a.At {
			t.Fatalf("action %d: %v at %d", n, a, at)
		}
		k.Pop()
	}
	if a, _ := k.Next(now, limit); a != nil || k.Queued() != 19 {
		t.Errorf("%v is due, %d queued", a, k.Queued())
	}
}

// TestStallTarget: a stream stalls behind the least lateness of 2 s, with the allowance; its keys are held until they are released.
func TestStallTarget(t *testing.T) {
	var b Bounds
	b.Fill()
	k := New(&b, 0)
	now := timestream.Time(10 * timestream.Second)
	stamp := now.Add(-100 * timestream.Millisecond)
	if why := k.Declare(&b, protocol.Declare{Stamp: stamp}, stamp, now); why != "" {
		t.Fatal(why)
	}
	if to := k.StallTarget(&b, stamp, now, 0, false); to != 0 {
		t.Fatalf("a stream 100 ms behind is advanced to %d", to)
	}
	now = now.Add(600 * timestream.Millisecond)
	if to, want := k.StallTarget(&b, stamp, now, 0, false), now.Add(-100*timestream.Millisecond-b.Late); to != 0 && to <= stamp || to > want {
		t.Errorf("600 ms later: to %d, want %d at most", to, want)
	}
	now = now.Add(300 * timestream.Millisecond)
	if to, want := k.StallTarget(&b, stamp, now, 0, false), now.Add(-100*timestream.Millisecond-b.Late); to != want {
		t.Errorf("900 ms later: to %d, want %d", to, want)
	}
	if to := k.StallTarget(&b, stamp, now, timestream.Second, false); to != 0 {
		t.Error("the server's own lateness is a stall")
	}
	if !k.Stall(time.Second) || k.Stall(2*time.Second) || k.StalledFor(3*time.Second) != 2*timestream.Second {
		t.Error("a stall begins twice, or not at its beginning")
	}
	if k.KeysReleased(); k.KeysHeld() {
		t.Error("keys are held that were released")
	}
}

// player is a client and its stream under virtual time: what it declares arrives a while later, and a step each 50 ms advances the stream.
type player struct {
	b          Bounds
	k          Clock
	now, stamp timestream.Time
	over       int64               // by which the window that has most exceeds the rate, in thousandths of a microsecond
	most       timestream.Duration // the most that over was
}

const playerStep = 50 * timestream.Millisecond

// step goes on by a step, in which a stamp arrives, if it is not 0; it returns how late the stream is then.
func (p *player) step(t *testing.T, declared timestream.Time) timestream.Duration {
	p.now = p.now.Add(playerStep)
	if declared != 0 {
		if why := p.k.Declare(&p.b, protocol.Declare{Stamp: declared}, p.stamp, p.now); why != "" {
			t.Fatal(why)
		}
	}
	before := p.stamp
	advance := func(to timestream.Time) {
		if to > p.stamp {
			p.k.Spend(to.Sub(p.stamp))
			p.stamp = to
		}
	}
	p.k.BeginStep(&p.b, playerStep, 0)
	p.k.Accept(0)
	advance(min(p.k.Limit(&p.b, p.stamp, p.now), p.k.Declared()))
	advance(p.k.StallTarget(&p.b, p.stamp, p.now, 0, false))
	p.k.EndStep(&p.b)
	p.over = max(0, p.over+int64(p.stamp.Sub(before))*1000-int64(playerStep)*p.b.RateMille)
	p.most = max(p.most, timestream.Duration(p.over/1000))
	return p.now.Sub(p.stamp)
}

// TestSilenceIsMadeGood: however long a client says nothing, when it comes in or later, its stream is on time again with its next words, and
// no window of its time is longer than the bound; at its first word it has what its stream has waited.
func TestSilenceIsMadeGood(t *testing.T) {
	silences, first := 0, 0
	for _, trip := range []timestream.Duration{10, 100, 150} {
		trip *= timestream.Millisecond
		for _, silence := range []timestream.Duration{0, 300, 700, 1500, 1950, 2050, 2500, 3500, 6000, 20000} {
			silence *= timestream.Millisecond
			p := &player{now: timestream.Time(timestream.Second)}
			p.b.Fill()
			p.k, p.stamp = New(&p.b, 0), p.now
			late := timestream.Duration(0)
			say := func(d timestream.Duration) {
				for end := p.now.Add(d); p.now < end; {
					late = p.step(t, p.now.Add(playerStep-trip))
				}
			}
			beSilent := func() {
				for end := p.now.Add(silence); p.now < end; {
					p.step(t, 0)
				}
			}
			beSilent()
			say(100 * timestream.Millisecond)
			if late > trip {
				t.Errorf("trip %d ms: a first word after %d ms: the stream stays %d ms late", trip/1000, silence/1000, late/1000)
			}
			if most := max(p.b.Burst, min(silence, p.b.LateMax)+2*playerStep); p.most > most {
				t.Errorf("trip %d ms: a first word after %d ms: %d ms at once, %d at most", trip/1000, silence/1000, p.most/1000, most/1000)
			}
			say(20 * timestream.Second)
			for p.over, p.most = 0, 0; first < 1000; first += 200 {
				beSilent()
				silences++
				if say(200 * timestream.Millisecond); late > trip {
					t.Errorf("trip %d ms: after %d ms of silence the stream stays %d ms late", trip/1000, silence/1000, late/1000)
				}
				say(timestream.Duration(first) * timestream.Millisecond)
			}
			if first = 0; p.most > p.b.Burst {
				t.Errorf("trip %d ms: silences of %d ms: a window is %d ms longer than the rate", trip/1000, silence/1000, p.most/1000)
			}
		}
	}
	t.Logf("%d silences of a client that had said something", silences)
	if silences < 100 {
		t.Error("too few silences")
	}
}

// TestFirstWord: a first word brings the budget up to what the stream has waited, within its bound, and no further; later ones bring nothing.
func TestFirstWord(t *testing.T) {
	const now = timestream.Time(60 * timestream.Second)
	for waited, want := range map[timestream.Duration]timestream.Duration{0: 700, 500: 700, 700: 700, 1500: 1500, 2000: 2000, 9000: 2500} {
		var b Bounds
		b.Fill()
		k := New(&b, 0)
		stamp := now.Add(-waited * timestream.Millisecond)
		for word := range 3 {
			k.arrived(&b, now, stamp, now)
			if got := k.budget.left() / timestream.Millisecond; got != want {
				t.Errorf("after %d ms, word %d: a budget of %d ms, want %d", waited, word, got, want)
			}
		}
	}
}
