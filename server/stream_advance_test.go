package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// editCounter is an observer that counts what actions bring about.
type editCounter struct{ actions, edits *int }

func (c editCounter) Edit(_ uint64, d *edits.LogEntry) {
	switch e := &d.Edit; e.Kind {
	case edits.SetBlock, edits.AddSupportCheck:
		*c.edits++
	case edits.SpawnEntity, edits.RemoveEntity, edits.SetStack:
		if e.ID.Counter()+e.Entity.ID.Counter() > 0 { // no avatar
			*c.edits++
		}
	}
}
func (c editCounter) Action(_ timestream.Stream, a *actions.Action, _ timestream.Time, _ actions.Refusal) {
	if a.Kind != actions.ConfirmSections {
		*c.actions++
	}
}
func (c editCounter) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}
func (c editCounter) Transaction(string)                                                 {}
func (c editCounter) Session(timestream.Stream, SessionEvent, string)                    {}

// What a run of FuzzPlays may cause: a share for each action, and a constant for the sand that stands there.
const (
	playEdits  = 10
	playBurst  = 120
	playBodies = 1
	playSpare  = 12
	playMax    = 64 // actions
)

// play turns bytes into stamped actions of two players by turns, six bytes each, and returns their number.
func play(r *harness, data []byte) (n int) {
	for ; len(data) >= 6 && n < playMax; data = data[6:] {
		h := r.hands[data[0]&1]
		feet := world.Pos{}
		if r.s.World().Find(world.AvatarID(h.stream())) != world.NoEntity {
			feet = h.avatar().Motion.Pos.Block()
		}
		a := actions.Action{
			Kind: [...]actions.Kind{actions.Place, actions.Place, actions.StartBreak, actions.FinishBreak, actions.SelectSlot, actions.SetKeys, actions.MoveItem, actions.CancelBreak}[data[0]>>1&7],
			Pos:  world.Pos{X: feet.X + int32(data[1]%7) - 3, Y: feet.Y + int32(data[2]%6) - 1, Z: feet.Z + int32(data[3]%7) - 3},
			Face: world.Face(data[4] % world.FaceCount), Aim: [...]actions.Aim{{8, 16, 8}, {8, 0, 8}, {8, 8, 0}, {8, 8, 16}, {0, 8, 8}, {16, 8, 8}}[data[4]>>3%6],
			Slot: data[1] % 4, ToSlot: data[2] % 8, Count: 1 + data[3]%64, Keys: world.Keys(data[1] & 63),
		}
		h.do(a, max(h.stamp, r.s.Now())+timestream.Time(data[5]&15)*1000)
		n++
		r.play(int(data[5] >> 4 * 4))
	}
	return n
}

// FuzzPlays: whatever two players do by turns, the number of edits and entities per action is bounded, no sand is made or lost, nobody
// is thrown out, and both clients agree with the server at the end: laws 2, 12 and 14.
func FuzzPlays(f *testing.F) {
	pump := []byte{}
	for range 20 {
		pump = append(pump, 0, 4, 3, 2, 1, 0x20)
	}
	f.Add([]byte{8, 1, 0, 0, 0, 0, 0, 4, 2, 2, 1, 0x10, 4, 3, 1, 1, 0, 0xf0, 6, 3, 1, 1, 0, 0xf0})
	f.Add(append([]byte{8, 1, 0, 0, 0, 0x10}, pump...))
	f.Add([]byte{4, 3, 1, 0, 0, 0xf0, 4, 3, 1, 0, 0, 0xf0, 6, 3, 1, 0, 0, 0xf0, 5, 3, 1, 0, 0, 0xf0, 7, 3, 1, 0, 0, 0xf0})
	f.Fuzz(func(t *testing.T, data []byte) {
		done, caused := 0, 0
		r := newHarness(t, func(c *Config) {
			c.Creative, c.ItemLifetime = len(data)%2 == 1, -1
			c.StartingInventory = []world.Stack{world.StackOf(world.Sand, 64), world.StackOf(world.Torch, 64), world.StackOf(world.Stone, 64), world.StackOf(world.Gravel, 64)}
			c.Observer = editCounter{&done, &caused}
		})
		r.join("ann")
		r.join("bob")
		r.play(12)
		sand := 2 * 64
		for x := int32(-1); x < 5; x += 2 {
			putBlocks(r, world.Sand, world.Pos{X: x, Z: -1}, world.Pos{X: x, Y: 1, Z: -1}, world.Pos{X: x, Y: 2, Z: -1})
			sand += 3
		}
		done, caused = 0, 0
		play(r, data)
		r.play(40)
		bodies := r.s.World().EntityCount() - len(r.hands)
		if caused > playEdits*done+playBurst || bodies > playBodies*done+playSpare {
			t.Fatalf("%d actions have brought about %d edits and %d bodies", done, caused, bodies)
		}
		for _, h := range r.hands {
			if h.conn.closed {
				t.Fatalf("%s was thrown out: %s", h.name, h.conn.reason)
			}
			h.agrees()
		}
		if len(data)%2 == 0 { // creative mode makes blocks
			sandItems(t, r, sand)
		}
	})
}
