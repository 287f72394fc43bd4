package predict

import (
	"slices"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/world"
)

// TestNearestIsHeld: a resume with too many sections names the nearest ones and the newest.
func TestNearestIsHeld(t *testing.T) {
	var all []actions.SectionEpoch
	for i := range int32(protocol.HeldMax + 500) {
		all = append(all, actions.SectionEpoch{Section: world.SectionPos{X: i*7919%20000 - 10000, Z: 5}, Epoch: uint32(i + 1)})
	}
	few := slices.Clone(all[:protocol.HeldMax])
	if got := keepNearest(slices.Clone(few), world.SectionPos{}); !slices.Equal(got, few) {
		t.Error("what fits was changed")
	}
	here := world.SectionPos{X: 300, Z: 5}
	newest := actions.SectionEpoch{Section: world.SectionPos{X: 1 << 27, Y: -1 << 27, Z: 1 << 27}, Epoch: 1 << 30}
	got := keepNearest(append(slices.Clone(all), newest), here)
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
// the client last received. Its snapshots are taken, before and after their sections are opened; snapshots that were waiting
// before are not.
func TestForgottenAtAResume(t *testing.T) {
	for _, early := range []bool{false, true} {
		p, s := joinedPredictor(t, 0)
		held := len(p.AppendHeld(nil))
		opened, ahead := world.SectionPos{X: 9}, world.SectionPos{X: 10}
		s.edits = 110
		w := s.begin()
		for i, at := range []world.SectionPos{opened, ahead} {
			sub := edits.SubscriptionEdit(own, world.Subscription{Section: at, Epoch: uint32(131214 - 1000*i)})
			w.Edit(uint64(105+i), &sub)
		}
		s.tell(t, p)
		p.ApplySnapshot(protocol.Snapshot{Section: ahead, Epoch: 130214, AtEdit: 120}, world.NewSection(world.Sand)) // waits for its edit
		p.ApplySnapshot(protocol.Snapshot{Section: world.SectionPos{X: 11}, Epoch: 65539, AtEdit: 90}, world.NewSection(world.Sand))
		if got := len(p.AppendHeld(nil)); got != held {
			t.Fatalf("%d sections are held, not %d", got, held)
		}
		p.ForgetPending()
		p.BeginResume()
		news := func() {
			for i, at := range []world.SectionPos{opened, ahead, {X: 11}} {
				p.ApplySnapshot(protocol.Snapshot{Section: at, Epoch: uint32(65537 + i), AtEdit: 1 << 20}, world.NewSection(world.Planks))
			}
		}
		if early {
			news()
		}
		s.edits = 1<<20 + 10
		w = s.begin()
		for i, at := range []world.SectionPos{opened, ahead, {X: 11}} {
			sub := edits.SubscriptionEdit(own, world.Subscription{Section: at, Epoch: uint32(65537 + i)})
			w.Edit(1<<20+uint64(i), &sub)
		}
		s.tell(t, p)
		if !early {
			news()
		}
		for _, at := range []world.SectionPos{opened, ahead, {X: 11}} {
			if b, there := p.World().Block(at.PosAt(0)); !there || b != world.Planks {
				t.Errorf("ahead of its opening %v: %v has %v, there %v", early, at, b, there)
			}
		}
	}
}
