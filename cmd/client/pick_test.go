package main

import (
	"fmt"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/ui"
	"voxtide/world"
)

// TestPick: what is looked at comes into the hand from wherever it is, and nothing else moves.
func TestPick(t *testing.T) {
	stone := world.Stack{Block: world.Stone, Count: 5}
	dirt := world.Stack{Block: world.Dirt, Count: 64}
	stairs := world.Stack{Block: world.StoneStairsNorth, Count: 2}
	for _, c := range []struct {
		name     string
		slots    map[int]world.Stack
		selected uint8
		block    world.Block
		want     string
	}{
		{"in the hotbar", map[int]world.Stack{3: stone, 20: stone}, 0, world.Stone, "[{select 3}]"},
		{"in the hand", map[int]world.Stack{3: stone}, 3, world.Stone, "[]"},
		{"in the bag, the hand is empty", map[int]world.Stack{20: stone}, 3, world.Stone, "[{move item 20 3 5}]"},
		{"in the bag, the hand is full", map[int]world.Stack{0: dirt, 1: dirt, 20: stone}, 1, world.Stone, "[{move item 20 2 5} {select 2}]"},
		{"in the bag, no room", map[int]world.Stack{0: dirt, 1: dirt, 2: dirt, 3: dirt, 4: dirt, 5: dirt, 6: dirt, 7: dirt, 8: dirt, 20: stone}, 4, world.Stone, "[{move item 20 4 5}]"},
		{"turned otherwise", map[int]world.Stack{2: stairs}, 0, world.StoneStairsWest, "[{select 2}]"},
		{"nowhere", map[int]world.Stack{2: stairs}, 0, world.Marble, "[]"},
		{"nothing", nil, 0, world.Air, "[]"},
	} {
		p := &world.Player{Selected: c.selected}
		for i, s := range c.slots {
			p.Slots[i] = s
		}
		var got []string
		for _, a := range pick(nil, p, c.block) {
			switch a.Kind {
			case actions.Select:
				got = append(got, fmt.Sprintf("{select %d}", a.Slot))
			case actions.MoveItem:
				got = append(got, fmt.Sprintf("{move item %d %d %d}", a.Slot, a.To, a.Count))
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
	if got := pick(nil, nil, world.Stone); got != nil {
		t.Errorf("without a player: %v", got)
	}
}

// TestHands: a second press of forward runs until it is let go, and looking closer turns the head less.
func TestHands(t *testing.T) {
	h := hands{}
	step := func(down bool, ms int) {
		h.press(ui.Press{Control: "forward", Down: down}, time.Duration(ms)*time.Millisecond)
	}
	step(true, 10)
	if h.rush {
		t.Error("it runs at once")
	}
	step(false, 100)
	step(true, 200)
	if !h.rush {
		t.Error("it does not run after two presses")
	}
	step(false, 300)
	step(true, 900)
	if h.rush {
		t.Error("it runs after two slow presses")
	}
	h.turn(100, 0, 1, false)
	wide := h.yaw
	h.yaw = 0
	h.press(ui.Press{Control: "zoom", Down: true}, time.Second)
	h.turn(100, 0, 1, false)
	if !h.zoom || h.yaw*zoomBy != wide {
		t.Errorf("looking closer a hand turns the head by %v, otherwise by %v", h.yaw, wide)
	}
	if a := closer(70); a < 19 || a > 21 {
		t.Errorf("70 degrees look like %v closer", a)
	}
}

// TestWithPort: an address without a port means the usual one.
func TestWithPort(t *testing.T) {
	for in, want := range map[string]string{
		"play.example.org": "play.example.org:7400", "192.0.2.7": "192.0.2.7:7400", "host:7401": "host:7401", "[::1]:99": "[::1]:99", "::1": "[::1]:7400", "[::1]": "[::1]:7400",
	} {
		if got := withPort(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
