package ui

import (
	"fmt"
	"strings"
	"testing"

	"voxtide/window"
	"voxtide/world"
)

// TestHUD: counts in survival only, the name after a change, toasts and warnings for their time.
func TestHUD(t *testing.T) {
	r := newHarness(t)
	r.expectText("20", "64")
	if _, ok := r.find("1"); ok {
		t.Error("a single block is counted")
	}
	r.s.Survival = false
	r.draw()
	if len(r.f.texts) > 0 {
		t.Errorf("%v", r.f.texts)
	}
	r.s.Selected = 4
	r.feed()
	r.expectText(ItemName(uint16(world.Stone) + 1))
	r.now += heldItemFor + heldItemFade
	r.s.Refusals = []string{"too far", "somebody is in the way"}
	r.feed()
	r.expectText("Somebody is in the way")
	r.now += toastFor + toastFade
	r.feed()
	if len(r.f.texts) > 0 {
		t.Errorf("%v", r.f.texts)
	}
	r.s.Unacked = unackedWarning + 1
	r.draw()
	r.expectText("Lag: 17 actions are not confirmed yet")
	for _, w := range []struct {
		silent  float64
		unacked int
		want    string
	}{
		{0.4, 0, "No response from the server"},
		{3.9, 0, "No response from the server for 3 s"},
		{3.9, 1, "No response from the server for 3 s; 1 action is not confirmed"},
		{9.9, 17, "No response from the server for 9 s; 17 actions are not confirmed"},
	} {
		r.s.SilentFor, r.s.Unacked = w.silent, w.unacked
		r.draw()
		r.expectText(w.want)
	}
	r.s.SilentFor = 3.9
	r.s.Resuming = true
	r.draw()
	r.expectText("Reconnecting … 3 s")
}

// TestHUDAllocations: a frame without news allocates nothing.
func TestHUDAllocations(t *testing.T) {
	r := newHarness(t)
	r.f.forgetful = true
	if n := testing.AllocsPerRun(100, func() {
		r.u.Feed(1, nil)
		r.u.Draw(1280, 720, &r.s)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestPlayersWhileHeld: the list of players shows while its key is held and no longer, on no page, and what the frame cannot hold it counts.
func TestPlayersWhileHeld(t *testing.T) {
	r := newHarness(t)
	key := r.u.bindings[binding(r.u, ControlPlayers)].Key
	lookAtPlayers(r.u, &r.s, 400)
	r.u.releaseControls()
	r.draw()
	if _, shown := r.find("400 players"); shown || r.u.PlayersShown() {
		t.Fatal("the list shows unasked")
	}
	r.feed(window.Event{Kind: window.KeyDown, Key: key})
	r.expectText("400 players", "Ada", "here", "away")
	shown, more := 0, ""
	for _, d := range r.f.texts {
		if d.x < 0 || d.x+d.w > r.w || d.y < 0 || d.y+d.h > r.h {
			t.Errorf("%q is out of the frame at %+v", d.text, d.rect)
		}
		if strings.HasPrefix(d.text, "and ") {
			more = d.text
		}
		if strings.HasSuffix(d.text, " ms") || d.text == "here" || d.text == "away" {
			shown++
		}
	}
	if want := fmt.Sprintf("and %d more", 400-shown); more != want || shown < 60 {
		t.Errorf("%d shown, %q", shown, more)
	}
	r.feed(window.Event{Kind: window.KeyUp, Key: key})
	if _, shown := r.find("400 players"); shown {
		t.Error("the list shows after the key")
	}
	r.feed(window.Event{Kind: window.KeyDown, Key: key})
	r.key(window.KeyEscape)
	if r.u.PlayersShown() {
		t.Error("the list shows on a page")
	}
}

// TestCrosshairFollowsTheAim: the crosshair stands where the frame shows what is aimed at, and not at all while that is behind.
func TestCrosshairFollowsTheAim(t *testing.T) {
	r := newHarness(t)
	cross := func(a Aim) (at []rect) {
		r.s.Aim = a
		r.draw()
		for _, q := range r.f.rects {
			if q.x > r.w/2-20 && q.x < r.w/2+20 && q.w <= 20 && q.h <= 20 && q.y < r.h*3/4 {
				at = append(at, q)
			}
		}
		return at
	}
	middle, up := cross(Aim{}), cross(Aim{Up: 0.1})
	if len(middle) == 0 || len(up) != len(middle) || up[0].y != middle[0].y-72 {
		t.Errorf("in the middle %v, above it %v", middle, up)
	}
	if hidden := cross(Aim{Hidden: true}); len(hidden) != 0 {
		t.Errorf("hidden: %v", hidden)
	}
}

// TestDeathIsTold: who was at the brink and is whole in the next frame has died and is told so for some seconds; who heals, or is hurt, is
// not.
func TestDeathIsTold(t *testing.T) {
	told := 0
	for name, c := range map[string]struct {
		health []int
		died   bool
	}{"death": {[]int{20, 4, 0, 0, 20, 20}, true}, "healing from the brink": {[]int{0, 1, 2, 3}, false}, "hurt": {[]int{20, 3, 3}, false}, "joining": {[]int{20}, false}} {
		var v bodyView
		now := 1.0
		for _, h := range c.health {
			v.update(&Body{Shown: true, Health: h, Food: 20, Breath: 1}, now)
			now += 0.016
		}
		if died := v.diedAt != 0; died != c.died {
			t.Errorf("%s: told %v", name, died)
		} else if died {
			told++
		}
	}
	t.Logf("%d told", told)
}

// TestNewsWaits: what the journal has new while a page covers the game is told when the page is shut, once and for as long as ever.
func TestNewsWaits(t *testing.T) {
	r := newHarness(t)
	r.u.openPage(pageInventory)
	r.s.Journal.News = "You have a bench"
	r.feed()
	r.s.Journal.News = ""
	shown := func(seconds float64) (frames int) {
		for end := r.now + seconds; r.now < end; r.now += 0.1 {
			r.feed()
			if _, ok := r.find("You have a bench"); ok {
				frames++
			}
		}
		return frames
	}
	covered := shown(20)
	r.u.back()
	first, later := shown(4), shown(10)
	t.Logf("told in %d frames under the page, %d in the first 4 s without it, %d later", covered, first, later)
	if covered != 0 || first < 35 || later > 20 {
		t.Error("want all of the first and few of the others")
	}
}
