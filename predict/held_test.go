package predict

import (
	"slices"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/world"
)

// TestNearestIsHeld: of too many sections a resume names the nearest, and the newest wherever it is.
func TestNearestIsHeld(t *testing.T) {
	var all []actions.Arrived
	for i := range int32(protocol.HeldMax + 500) {
		all = append(all, actions.Arrived{Section: world.SectionPos{X: i*7919%20000 - 10000, Z: 5}, Epoch: uint32(i + 1)})
	}
	few := slices.Clone(all[:protocol.HeldMax])
	if got := nearest(slices.Clone(few), world.SectionPos{}); !slices.Equal(got, few) {
		t.Error("what fits was changed")
	}
	here := world.SectionPos{X: 300, Z: 5}
	newest := actions.Arrived{Section: world.SectionPos{X: 1 << 27, Y: -1 << 27, Z: 1 << 27}, Epoch: 1 << 30}
	got := nearest(append(slices.Clone(all), newest), here)
	if len(got) != protocol.HeldMax || !slices.Contains(got, newest) {
		t.Fatalf("%d are named, the newest: %v", len(got), slices.Contains(got, newest))
	}
	far := int32(0)
	for _, h := range got {
		if h != newest {
			far = max(far, h.Section.X-here.X, here.X-h.Section.X)
		}
	}
	closer := 0
	for _, h := range all {
		if d := max(h.Section.X-here.X, here.X-h.Section.X); d < far {
			closer++
		}
	}
	if closer > protocol.HeldMax {
		t.Errorf("%d are nearer than the farthest that is named", closer)
	}
}

// TestForgottenAtAResume: a server that was killed twice while a client was on its way back counts epochs from below those that
// the client was told last. What it sends is taken, before and after it has opened the section; what waited since before is not.
func TestForgottenAtAResume(t *testing.T) {
	for _, early := range []bool{false, true} {
		p, s := joined(t, 0)
		held := len(p.Held(nil))
		told, ahead := world.SectionPos{X: 9}, world.SectionPos{X: 10}
		s.edits = 110
		w := s.begin()
		for i, at := range []world.SectionPos{told, ahead} {
			sub := edits.Sub(own, world.Sub{Section: at, Epoch: uint32(131214 - 1000*i)})
			w.Edit(uint64(105+i), &sub)
		}
		s.tell(t, p)
		p.Snapshot(protocol.Snapshot{Section: ahead, Epoch: 130214, Edits: 120}, world.NewSection(world.Sand)) // waits for its edit
		p.Snapshot(protocol.Snapshot{Section: world.SectionPos{X: 11}, Epoch: 65539, Edits: 90}, world.NewSection(world.Sand))
		if got := len(p.Held(nil)); got != held {
			t.Fatalf("%d sections are held, not %d", got, held)
		}
		p.Forget()
		p.Resumed()
		news := func() {
			for i, at := range []world.SectionPos{told, ahead, {X: 11}} {
				p.Snapshot(protocol.Snapshot{Section: at, Epoch: uint32(65537 + i), Edits: 1 << 20}, world.NewSection(world.Planks))
			}
		}
		if early {
			news()
		}
		s.edits = 1<<20 + 10
		w = s.begin()
		for i, at := range []world.SectionPos{told, ahead, {X: 11}} {
			sub := edits.Sub(own, world.Sub{Section: at, Epoch: uint32(65537 + i)})
			w.Edit(1<<20+uint64(i), &sub)
		}
		s.tell(t, p)
		if !early {
			news()
		}
		for _, at := range []world.SectionPos{told, ahead, {X: 11}} {
			if b, there := p.World().Block(at.At(0)); !there || b != world.Planks {
				t.Errorf("ahead of its opening %v: %v has %v, there %v", early, at, b, there)
			}
		}
	}
}
