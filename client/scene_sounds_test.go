package client

import (
	"fmt"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client/effects"
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
	x := &listeners{t: t, net: memnet.New(1)}
	ground := func(p world.SectionPos) *world.Section {
		if p.Y < 0 {
			return world.NewSection(world.Stone)
		}
		return world.NewSection(world.Air)
	}
	var err error
	x.srv, err = server.New(server.Config{
		Generate: ground, View: 2, ViewY: 2, Creative: true, StartingInventory: []world.Stack{world.StackOf(world.Torch, 64), world.StackOf(world.Planks, 64), world.StackOf(world.Sand, 64)},
		Spawn: func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(4 + 4*i), Z: 4}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	link := memnet.Link{Delay: 150 * time.Millisecond, Copies: true}
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
		x.now += 16 * time.Millisecond
		x.net.Advance(x.now)
		x.srv.Step(x.now)
		for i := range x.cl {
			x.sc[i] = x.cl[i].Frame(x.now, x.in[i])
			x.in[i].Actions = nil
			for _, s := range x.sc[i].Sounds.Begin {
				if x.all[i] != nil {
					x.all[i][s.ID.String()]++
				}
			}
		}
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

// TestHearingAllocatesNothing: frames with sounds allocate no more than those without.
func TestHearingAllocatesNothing(t *testing.T) {
	count := func(on bool) float64 {
		x := newListeners(t)
		x.all = [2]map[string]int{}
		x.cl[0].SetEffects(effects.Options{Sounds: on})
		x.cl[1].SetEffects(effects.Options{Sounds: on})
		x.in[0].Keys = world.KeyForward
		x.frames(40)
		return testing.AllocsPerRun(100, func() { x.frames(1) })
	}
	if without, with := count(false), count(true); with > without {
		t.Errorf("%v allocations a frame, %v without ears", with, without)
	}
}

// TestNoEars: without the option a scene has no sounds.
func TestNoEars(t *testing.T) {
	x := newListeners(t)
	x.cl[0].SetEffects(effects.Options{})
	if heard := x.do(0, breakAt(world.Pos{X: 6, Y: -1, Z: 5})); len(heard) > 0 || x.sc[0].Sounds.Beds != [sound.BedCount]scene.Bed{} {
		t.Errorf("%v, %v", heard, x.sc[0].Sounds.Beds)
	}
}
