package far

import (
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/world"
)

// TestAsk: what is missing is asked for first and nearest first, again when no answer comes, and what is there is looked at again.
func TestAsk(t *testing.T) {
	v := New(Fine)
	defer v.Close()
	v.SetReach(512)
	asked, renewed := map[protocol.FarPlace]int{}, 0
	last := int64(-1)
	for now := time.Duration(0); now < 30*time.Second; now += 10 * time.Millisecond {
		rows := v.Ask(now, [3]float64{5, 60, 5})
		if len(rows) > protocol.FarAskMax {
			t.Fatal(len(rows))
		}
		for _, a := range rows {
			if asked[a.Place]++; a.Sum != 0 {
				renewed++
			}
			if now < time.Second {
				d := a.Place.Distance(5, 5)
				if d < last {
					t.Fatalf("%+v after one at %d", a.Place, last)
				}
				last = d
			}
			if asked[a.Place] >= 2 && a.Sum == 0 { // the second question is answered
				v.Received(protocol.AppendFarTile(nil, tileOf(a.Place)))
			}
		}
	}
	once := 0
	for _, n := range asked {
		if n < 3 {
			once++
		}
	}
	if len(asked) != len(v.wanted) || once > 0 || renewed == 0 {
		t.Fatalf("%d of %d places asked for, %d of them not again; %d looked at again", len(asked), len(v.wanted), once, renewed)
	}
	t.Logf("%d places, %d looked at again", len(asked), renewed)
}

// TestAskFlows: no more questions wait for an answer than the server answers soon, so that who moves has what is nearest then answered first; and while
// answers come, all is asked for without a rest.
func TestAskFlows(t *testing.T) {
	v := New(Fine)
	defer v.Close()
	v.SetReach(2048)
	open := []protocol.FarPlace{}
	eye, most, now := [3]float64{}, 0, time.Duration(0)
	ask := func() {
		now += 10 * time.Millisecond
		for _, a := range v.Ask(now, eye) {
			open = append(open, a.Place)
		}
		most = max(most, len(open))
	}
	for now < time.Second { // no answer comes
		ask()
	}
	if most != askedMost {
		t.Errorf("%d questions without an answer", most)
	}
	eye[0] = 1000 // a jump
	for n := 0; n < askedMost/2; n++ {
		v.Received(protocol.AppendFarTile(nil, tileOf(open[0])))
		open = open[1:]
	}
	before := len(open)
	for range 10 {
		ask()
	}
	fresh := open[before:]
	if len(fresh) == 0 || fresh[0] != v.wanted[0] || v.wanted[0].Distance(1000, 0) > 0 {
		t.Errorf("after a jump %d are asked for, %v; %v is nearest", len(fresh), fresh, v.wanted[0])
	}
	from := now
	for missing := true; missing && now < from+10*time.Second; {
		for _, p := range open { // the answers come at once
			v.Received(protocol.AppendFarTile(nil, tileOf(p)))
		}
		open = open[:0]
		ask()
		missing = len(open) > 0
		for _, p := range v.wanted {
			missing = missing || v.tiles[p].sum == 0
		}
	}
	took := now - from
	if took > 2*time.Second { // but for those that were asked for before the jump and are far away now
		t.Errorf("all is there after %v", took)
	}
	t.Logf("%d tiles in %v, at most %d questions open", len(v.wanted), took, most)
}

// TestAskChanged: a tile in which a block was seen to change is asked for soon after, once, and in time while it goes on changing, but not often; so
// are the tiles whose last corners lie there, and no others. A tile that is asked for the first time is not asked for twice.
func TestAskChanged(t *testing.T) {
	v := seenToHalfAKilometre(t)
	width := protocol.FarPlace{}.Width()
	at := world.Pos{X: 2 * width, Y: 50, Z: 2*width + 5} // at the border of two tiles
	here := map[protocol.FarPlace]bool{{X: 1, Z: 2}: true, {X: 2, Z: 2}: true}
	now := 10 * time.Second
	asked := map[protocol.FarPlace][]time.Duration{} // of those there, when
	run := func(until time.Duration, changing bool) {
		for ; now < until; now += 10 * time.Millisecond {
			if changing {
				v.Changed(now, at)
			}
			for _, a := range v.Ask(now, [3]float64{}) {
				if here[a.Place] {
					asked[a.Place] = append(asked[a.Place], now)
				} else if v.tiles[a.Place].changed != (span{}) {
					t.Errorf("%+v has changed", a.Place)
				}
			}
		}
	}
	run(25*time.Second, false) // all were looked at again
	clear(asked)
	v.Changed(now, at)
	began := now
	run(began+changeRests-50*time.Millisecond, false)
	if len(asked) > 0 {
		t.Errorf("asked too early: %v", asked)
	}
	run(began+4*time.Second, false)
	for p := range here {
		if n := asked[p]; len(n) != 1 || n[0]-began > askedBefore+askEvery {
			t.Errorf("%+v: changed at %v, asked at %v", p, began, n)
		}
	}
	run(40*time.Second, false)
	clear(asked)
	began = now
	run(began+20*time.Second, true)
	most := 0
	for p := range here {
		last := began
		for _, at := range asked[p] {
			if at-last < askedBefore && last > began || at-last > changesFor+askEvery+10*time.Millisecond {
				t.Errorf("%+v: asked at %v after %v", p, at, last)
			}
			last, most = at, max(most, len(asked[p]))
		}
		if now-last > changesFor+askEvery+10*time.Millisecond {
			t.Errorf("%+v: asked at %v, it is %v", p, last, now)
		}
	}
	t.Logf("asked %d times in 20 s of changes", most)
	fresh := New(Fine)
	defer fresh.Close()
	fresh.SetReach(512)
	fresh.follow([3]float64{})
	if fresh.Changed(now, at); fresh.changes {
		t.Error("a tile that was never asked for has changed")
	}
}
