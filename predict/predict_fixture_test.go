package predict

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

const (
	own = timestream.Stream(1)
	t0  = timestream.Time(10_000_000)
)

// fakeServer plays the server's part by hand: it writes updates.
type fakeServer struct {
	w      protocol.UpdateWriter
	number uint64
	edits  uint64
}

func (s *fakeServer) begin() *protocol.UpdateWriter {
	s.number++
	s.w.Begin(nil, s.number, s.edits)
	return &s.w
}

func (s *fakeServer) tell(t testing.TB, p *Predictor) {
	t.Helper()
	r := wire.NewReader(s.w.End())
	r.Byte()
	var f protocol.Update
	if err := f.Read(&r); err != nil {
		t.Fatal(err)
	}
	if err := p.ApplyUpdate(&f); err != nil {
		t.Fatal(err)
	}
}

// joinedPredictor returns a predictor that holds flat ground of stone below y 0, the own avatar and others that walk, all
// received at t0.
func joinedPredictor(t testing.TB, others int) (*Predictor, *fakeServer) {
	p, s := New(own), &fakeServer{edits: 100}
	w := s.begin()
	w.Reset()
	w.Edit(1, &edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, At: t0, Number: 1})
	for i := range timestream.Stream(others + 1) {
		st := own + i
		w.Edit(1, &edits.Edit{Kind: edits.AddStream, Stream: st, At: t0, Number: 1})
		e := edits.Edit{Kind: edits.SpawnEntity, Number: 1}
		e.Entity = world.Entity{ID: world.AvatarID(st), Kind: world.KindAvatar, Stream: st, At: t0, Stack: world.StackOf(world.Dirt, 1)}
		e.Entity.Motion.Pos = world.BottomCentre(world.Pos{X: int32(i%8) * 2, Z: int32(i/8) * 2})
		e.Entity.Motion.Flags = world.OnGround
		if i > 0 {
			e.Entity.Motion.Keys, e.Entity.Motion.Yaw = world.KeyForward, uint16(i*4096)
		}
		w.Edit(0, &e)
	}
	pl := &world.Player{Name: "me"}
	pl.Slots[0] = world.StackOf(world.Dirt, 64)
	w.Edit(1, &edits.Edit{Kind: edits.AddPlayer, Stream: own, Player: pl})
	var subs []world.SectionPos
	for x := int32(-2); x <= 3; x++ {
		for z := int32(-2); z <= 3; z++ {
			for y := int32(-1); y <= 1; y++ {
				subs = append(subs, world.SectionPos{X: x, Y: y, Z: z})
			}
		}
	}
	for _, sp := range subs {
		sub := edits.SubscriptionEdit(own, world.Subscription{Section: sp, Epoch: 1, Confirmed: true})
		w.Edit(1, &sub)
	}
	s.tell(t, p)
	for _, sp := range subs {
		b := world.Air
		if sp.Y < 0 {
			b = world.Stone
		}
		p.ApplySnapshot(protocol.Snapshot{Section: sp, Epoch: 1, AtEdit: 100}, world.NewSection(b))
	}
	return p, s
}

func key(n uint64, at timestream.Time, keys world.Keys) *actions.Action {
	return &actions.Action{Kind: actions.SetKeys, Number: n, At: at, Keys: keys}
}

func put(n uint64, at timestream.Time, x int32) *actions.Action {
	return &actions.Action{Kind: actions.Place, Number: n, At: at, Pos: world.Pos{X: x, Z: 3}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}
}

// loadedPredictor returns a predictor with n un-acked actions over a span before the frame, and an update to be received again
// and again.
func loadedPredictor(t testing.TB, others, acts int, span timestream.Duration) (*Predictor, *protocol.Update, timestream.Time) {
	p, s := joinedPredictor(t, others)
	to := t0.Add(span)
	p.AdvanceTo(t0 + 1)
	for i := range acts {
		at := t0.Add(span * timestream.Duration(i+1) / timestream.Duration(acts+1))
		if i%3 == 2 {
			p.AddAction(put(uint64(i+1), at, int32(i%5)))
		} else {
			p.AddAction(key(uint64(i+1), at, world.KeyForward<<(i%2)))
		}
	}
	p.AdvanceTo(to)
	s.begin()
	for st := range timestream.Stream(others + 1) {
		s.w.Advance(own+st, t0, nil)
	}
	r := wire.NewReader(s.w.End())
	r.Byte()
	f := &protocol.Update{}
	if err := f.Read(&r); err != nil {
		t.Fatal(err)
	}
	return p, f, to
}

func again(t testing.TB, p *Predictor, f *protocol.Update, to timestream.Time) {
	if err := p.ApplyUpdate(f); err != nil {
		t.Fatal(err)
	}
	if _, wrong := p.AdvanceTo(to); wrong {
		t.Fatal("a correction without a cause")
	}
	p.VisibleChanges(p.Now())
}
