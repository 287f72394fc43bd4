package client

import (
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client/effects"
	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/server"
	"voxtide/sound"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// listeners are two players with ears, 150 ms from their server each, on a floor of stone.
type listeners struct {
	t   *testing.T
	net *memnet.Network
	srv *server.Server
	now time.Duration
	cl  [2]*Client
	in  [2]Input
	sc  [2]*scene.Scene
	all [2]map[string]int // sounds that began since the last call of forget
}

func newListeners(t *testing.T) *listeners {
	return newListenersOver(t, memnet.Link{Delay: 150 * time.Millisecond, Copies: true}, 1, nil)
}

// newListenersOver returns listeners over a network of a seed.
func newListenersOver(t *testing.T, link memnet.Link, seed uint64, change func(c *server.Config)) *listeners {
	x := &listeners{t: t, net: memnet.New(seed)}
	ground := func(p world.SectionPos) *world.Section {
		if p.Y < 0 {
			return world.NewSection(world.Stone)
		}
		return world.NewSection(world.Air)
	}
	cfg := server.Config{
		Generate: ground, View: 2, ViewY: 2, Creative: true, StartingInventory: []world.Stack{world.StackOf(world.Torch, 64), world.StackOf(world.Planks, 64), world.StackOf(world.Sand, 64)},
		Spawn: func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(4 + 4*i), Z: 4}) },
	}
	if change != nil {
		change(&cfg)
	}
	var err error
	x.srv, err = server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range [2]string{"ann", "bob"} {
		x.cl[i] = New(Config{Name: name, Effects: effects.Options{Sounds: true}, Dial: func() transport.Conn {
			near, far := x.net.Pair(link, link)
			x.srv.Accept(far)
			return near
		}})
	}
	x.frames(150)
	for i := range x.cl {
		if !x.cl[i].Playable() {
			t.Fatalf("%d does not play", i)
		}
	}
	x.forget()
	return x
}

func (x *listeners) forget() { x.all = [2]map[string]int{{}, {}} }

// frames makes frames of both, 16 ms each.
func (x *listeners) frames(n int) {
	for range n {
		x.step()
		x.frame()
		for i := range x.cl {
			for _, s := range x.sc[i].Sounds.Begin {
				if x.all[i] != nil {
					x.all[i][s.ID.String()]++
				}
			}
		}
	}
}

// step is what happens between two frames: 16 ms pass, and the server makes a step.
func (x *listeners) step() {
	x.now += 16 * time.Millisecond
	x.net.Advance(x.now)
	x.srv.Step(x.now)
}

// frame makes a frame of both.
func (x *listeners) frame() {
	for i := range x.cl {
		x.sc[i] = x.cl[i].Frame(x.now, x.in[i])
		x.in[i].Actions = nil
	}
}

// do makes one of both do something in the next frame, and returns the sounds that begin with that frame.
func (x *listeners) do(who int, a actions.Action) (heard []string) {
	x.in[who].Actions = append(x.in[who].Actions, a)
	x.frames(1)
	for _, s := range x.sc[who].Sounds.Begin {
		heard = append(heard, s.ID.String())
	}
	return heard
}

// expect checks what each of both has heard since the last call of forget.
func (x *listeners) expect(what string, ann, bob map[string]int) {
	x.t.Helper()
	for i, want := range [2]map[string]int{ann, bob} {
		if fmt.Sprint(x.all[i]) != fmt.Sprint(want) {
			x.t.Errorf("%s: %s heard %v, not %v", what, x.cl[i].cfg.Name, x.all[i], want)
		}
	}
	x.forget()
}

// breakAt is the action that breaks the block of a cell from above.
func breakAt(p world.Pos) actions.Action {
	return actions.Action{Kind: actions.FinishBreak, Pos: p, Aim: actions.Aim{8, 16, 8}}
}

// placeOn is the action that places what is held on the block of a cell.
func placeOn(p world.Pos) actions.Action {
	return actions.Action{Kind: actions.Place, Pos: p.Above(), Face: world.Down, Aim: actions.Aim{8, 0, 8}}
}

// TestHeardOnce: what a player breaks and places is heard in the frame of the press, of its material, and not again when the server
// confirms it. The other one hears it when it shows there, once.
func TestHeardOnce(t *testing.T) {
	x := newListeners(t)
	floor := world.Pos{X: 6, Y: -1, Z: 5}
	if heard := x.do(0, breakAt(floor)); len(heard) != 1 || heard[0] != "break-stone" {
		t.Fatalf("in the frame of the press: %v", heard)
	}
	if len(x.all[1]) > 0 {
		t.Error("bob hears it before he sees it")
	}
	x.frames(80)
	if x.cl[0].UnackedCount() > 0 {
		t.Fatal("not confirmed")
	}
	x.expect("a break", map[string]int{"break-stone": 1}, map[string]int{"break-stone": 1})
	beside := world.Pos{X: 5, Y: -1, Z: 5}
	x.do(0, actions.Action{Kind: actions.SelectSlot, Slot: 1})
	if heard := x.do(0, placeOn(beside)); len(heard) != 1 || heard[0] != "place-wood" {
		t.Fatalf("in the frame of the press: %v", heard)
	}
	x.frames(80)
	x.expect("a place", map[string]int{"place-wood": 1}, map[string]int{"place-wood": 1})
}

// TestUndoneInSilence: what is taken back is heard once, when it was done, and its end is silent; what somebody else did is heard.
func TestUndoneInSilence(t *testing.T) {
	x := newListeners(t)
	floor := world.Pos{X: 6, Y: -1, Z: 5}
	x.do(1, breakAt(floor))
	if heard := x.do(0, placeOn(floor)); len(heard) != 1 || heard[0] != "place-wood" {
		t.Fatalf("ann's torch: %v", heard)
	}
	if b, _ := x.cl[0].World().Block(floor.Above()); b.Class() != world.ClassTorch {
		t.Fatalf("ann sees %v", b)
	}
	x.frames(80)
	if b, _ := x.cl[0].World().Block(floor.Above()); b != world.Air || x.cl[0].Stats().Refused == ([actions.RefusalCount]int{}) {
		t.Fatalf("it was not taken back: %v", b)
	}
	x.expect("a torch on what is gone", map[string]int{"place-wood": 1, "break-stone": 1}, map[string]int{"break-stone": 1})

	both := world.Pos{X: 7, Y: -1, Z: 6}
	x.in[1].Actions = append(x.in[1].Actions, breakAt(both))
	x.do(0, breakAt(both))
	x.frames(80)
	x.expect("both break one block", map[string]int{"break-stone": 1}, map[string]int{"break-stone": 1})
}

// TestHeardInAStorm: two players break and place at random in one small place, over a bad network, so that many of their actions are undone.
// Each press that shows is heard in its frame; of the other no more is heard than the server let him do, however often it is predicted,
// undone and predicted again meanwhile. A press that shows nothing (the other's block is in the way) may show later, when it is learnt that
// the other took that block away before: it is heard then, at most once.
func TestHeardInAStorm(t *testing.T) {
	rng := testrand.New(t)
	presses, heardOwn, late, deeds, heardOther, refused := 0, 0, 0, 0, 0, 0
	for range testrand.Rounds(12) {
		link := memnet.Link{Delay: time.Duration(20+rng.IntN(230)) * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.05, Burst: rng.IntN(2) == 0, Copies: true}
		x := newListenersOver(t, link, rng.Uint64(), nil)
		var sent, other [2]int
		waits := [2]map[world.Pos]time.Duration{{}, {}} // until when a press that showed nothing may show yet
		for range 1200 {
			var own [2]bool
			var cell [2]world.Pos
			for i := range x.cl {
				if rng.IntN(25) > 0 {
					continue
				}
				cell[i] = world.Pos{X: 5 + rng.Int32N(3), Y: -1, Z: 5 + rng.Int32N(2)}
				own[i] = true
				sent[i]++
				if b, _ := x.cl[i].World().Block(cell[i]); b == world.Air {
					x.in[i].Actions = append(x.in[i].Actions, actions.Action{Kind: actions.SelectSlot, Slot: 1}, placeOn(cell[i].Below()))
				} else {
					x.in[i].Actions = append(x.in[i].Actions, breakAt(cell[i]))
				}
			}
			var before [2]world.Block
			for i := range x.cl {
				before[i], _ = x.cl[i].World().Block(cell[i])
			}
			x.frames(1)
			for i := range x.cl {
				mine := 0
				for _, s := range x.sc[i].Sounds.Begin {
					if k := s.ID.Kind(); k != sound.Break && k != sound.Place {
						continue
					}
					at := world.Pos{X: int32(s.Pos[0]), Y: -1, Z: int32(s.Pos[2])}
					switch {
					case own[i] && at == cell[i]:
						mine++
					case x.now < waits[i][at]:
						late++
						delete(waits[i], at)
					default:
						other[i]++
					}
				}
				if after, _ := x.cl[i].World().Block(cell[i]); own[i] && (after == world.Air) != (before[i] == world.Air) {
					presses++
					if heardOwn += mine; mine != 1 {
						t.Errorf("%s: a press is heard %d times", x.cl[i].cfg.Name, mine)
					}
				} else if own[i] {
					waits[i][cell[i]] = x.now + 2*link.Delay + 200*time.Millisecond // as long as it is not acked
				}
			}
		}
		x.frames(200)
		for i := range x.cl {
			no := 0
			for _, n := range x.cl[1-i].Stats().Refused {
				no += n
			}
			theirs := sent[1-i] - no
			if other[i] > theirs {
				t.Errorf("%+v: %s heard %d deeds of the other, who did %d", link, x.cl[i].cfg.Name, other[i], theirs)
			}
			deeds, heardOther, refused = deeds+theirs, heardOther+other[i], refused+no
		}
	}
	t.Logf("%d presses, %d heard, %d shown and heard later; %d refused; of %d deeds of the other %d heard", presses, heardOwn, late, refused, deeds, heardOther)
	if presses < 100 || refused < 10 || heardOther < deeds/2 {
		t.Error("too little was done, undone, or heard")
	}
}

// TestStepsAreHeard: a walk is heard by who walks and by who stands near, with the material of the floor; a jump lands; standing is silent.
func TestStepsAreHeard(t *testing.T) {
	x := newListeners(t)
	x.frames(60)
	x.expect("standing", map[string]int{}, map[string]int{})
	x.in[0].Keys = world.KeyForward
	x.frames(70)
	x.in[0].Keys = 0
	x.frames(60)
	for i := range x.all {
		if n := x.all[i]["step-stone"]; n < 2 || n > 8 || len(x.all[i]) != 1 {
			t.Errorf("%d hears %v of a walk", i, x.all[i])
		}
	}
	x.forget()
	x.in[0].Keys = world.KeyJump
	x.frames(2)
	x.in[0].Keys = 0
	x.frames(90)
	x.expect("a jump", map[string]int{"land-stone": 1}, map[string]int{"land-stone": 1})
}

// TestTheEndIsHeard: who falls to death hears the landing, the harm and the end, once each, near the server and far from it; and the other
// hears it where it was.
func TestTheEndIsHeard(t *testing.T) {
	for _, delay := range []time.Duration{0, 150 * time.Millisecond} {
		const tall = 30 // the tower on which both live
		x := newListenersOver(t, memnet.Link{Delay: delay, Copies: true}, 1, func(c *server.Config) {
			c.Creative, c.Rules, c.ViewY = false, world.DefaultRules, 4
			c.Generate = func(p world.SectionPos) *world.Section {
				var cells [world.SectionCells]world.Block
				for i := range cells {
					if at := p.PosAt(i); at.Y < 0 || at.Y < tall && at.Z == 4 {
						cells[i] = world.Stone
					}
				}
				return world.SectionOf(&cells)
			}
			c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(4 + 4*i), Y: tall, Z: 4}) }
		})
		x.in[0].Keys = world.KeyForward
		x.frames(40)
		x.in[0].Keys = 0
		x.frames(300)
		deaths := x.srv.Metrics().Deaths
		delete(x.all[0], "step-stone")
		delete(x.all[1], "step-stone")
		if deaths != 1 {
			t.Fatalf("%d deaths", deaths)
		}
		for i, heard := range x.all {
			if i == 0 && heard["hurt"] != 1 || heard["death"] != 1 || heard["land-stone"] > 2 {
				t.Errorf("%v away: %s heard %v", delay, x.cl[i].cfg.Name, heard)
			}
		}
	}
}

// TestHearingAllocatesNothing: frames of clients that hear a player's steps allocate exactly what the same frames allocate without ears, which
// is one ping a second. The frames alone are counted: what a server allocates while it tells goes by what is in its pools, and under the race
// detector a pool loses a quarter of what it is given.
func TestHearingAllocatesNothing(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const strolls = 6 // buffers grow in the first ones; what else the process does adds to some of the others, not to all
	stroll := func(on bool) (least uint64, begun int) {
		x := newListeners(t)
		for i := range x.cl {
			x.cl[i].SetEffects(effects.Options{Sounds: on})
		}
		least = math.MaxUint64
		for range strolls {
			n, b := x.strollAllocations()
			least, begun = min(least, n), begun+b
		}
		return least, begun
	}
	without, silent := stroll(false)
	with, begun := stroll(true)
	t.Logf("%d allocations in a stroll, %d without ears; %d sounds in %d strolls", with, without, begun, strolls)
	if with > without || without > 1 {
		t.Errorf("%d allocations in each stroll, %d without ears", with, without)
	}
	if begun == 0 || silent > 0 {
		t.Errorf("%d sounds began, %d without ears", begun, silent)
	}
}

// strollAllocations counts what the frames of both allocate while the first walks some blocks and back, and the sounds that begin; frames with
// an action of his are left out. Nobody comes near land that is not here yet.
func (x *listeners) strollAllocations() (allocated uint64, begun int) {
	var before, after runtime.MemStats
	for _, keys := range []world.Keys{world.KeyForward, world.KeyBack} {
		x.in[0].Keys = keys
		x.frames(1)
		for range 30 {
			x.step()
			runtime.ReadMemStats(&before)
			x.frame()
			runtime.ReadMemStats(&after)
			allocated += after.Mallocs - before.Mallocs
			begun += len(x.sc[0].Sounds.Begin) + len(x.sc[1].Sounds.Begin)
		}
	}
	return allocated, begun
}

// TestNoEars: without the option a scene has no sounds, and what went on meanwhile is not heard when it is on again.
func TestNoEars(t *testing.T) {
	x := newListeners(t)
	x.cl[0].SetEffects(effects.Options{})
	if heard := x.do(0, breakAt(world.Pos{X: 6, Y: -1, Z: 5})); len(heard) > 0 || x.sc[0].Sounds.Beds != [sound.BedCount]scene.Bed{} {
		t.Errorf("%v, %v", heard, x.sc[0].Sounds.Beds)
	}
	x.in[0].Keys = world.KeyForward
	x.frames(40)
	x.in[0].Keys = 0
	x.frames(40)
	x.forget()
	x.cl[0].SetEffects(effects.Options{Sounds: true})
	x.frames(10)
	x.expect("on again", map[string]int{}, map[string]int{})
}
