package rival

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

const (
	own   = timestream.Stream(1)
	other = timestream.Stream(2)
	t0    = timestream.Time(10_000_000)
	ms    = timestream.Millisecond
)

// strategy is what the client asks of a method, as far as these tests need it.
type strategy interface {
	Base() *predict.Received
	World() *world.World
	Now() timestream.Time
	AddAction(a *actions.Action)
	ApplyUpdate(u *protocol.Update) error
	ApplySnapshot(s protocol.Snapshot, sec *world.Section)
	AdvanceTo(to timestream.Time) (predict.Correction, bool)
	ResetTime()
	Revert()
	VisibleChanges(now timestream.Time) []predict.BlockChange
	InspectReceived(f func(w *world.World))
	LastPerformed() uint64
	Stats() predict.StrategyStats
}

// methods are all methods with all their variants.
var methods = []struct {
	name string
	make func(r *predict.Received, o Options) strategy
}{
	{"sequence", func(r *predict.Received, o Options) strategy { return NewSequence(r, o) }},
	{"naive", func(r *predict.Received, o Options) strategy { return NewNaive(r, o, false) }},
	{"naive,state=ignore", func(r *predict.Received, o Options) strategy { return NewNaive(r, o, true) }},
	{"order=1", func(r *predict.Received, o Options) strategy { return NewOrder(r, o, 1) }},
	{"order=2", func(r *predict.Received, o Options) strategy { return NewOrder(r, o, 2) }},
	{"order=3", func(r *predict.Received, o Options) strategy { return NewOrder(r, o, 3) }},
	{"order=4", func(r *predict.Received, o Options) strategy { return NewOrder(r, o, 4) }},
	{"order=5", func(r *predict.Received, o Options) strategy { return NewOrder(r, o, 5) }},
	{"history", func(r *predict.Received, o Options) strategy { return NewHistory(r, o, HistorySettings{}) }},
	{"history,spread=2", func(r *predict.Received, o Options) strategy { return NewHistory(r, o, HistorySettings{Spread: 2}) }},
	{"deltas", func(r *predict.Received, o Options) strategy { return NewDeltas(r, o, VelocityTolerance) }},
	{"commit", func(r *predict.Received, _ Options) strategy { return NewCommit(r) }},
}

// truth is a server in a test: a world of flat stone, an avatar that it moves by the rules, and the updates that it writes.
type truth struct {
	t       testing.TB
	sim     sim.Sim
	rec     edits.Recorder
	writer  protocol.UpdateWriter
	number  uint64
	edits   uint64
	acked   uint64
	refused []refusal
	sent    [2]world.Entity // as last told
}

type refusal struct {
	number uint64
	why    actions.Refusal
}

// land are the sections of the test worlds.
func land() (list []world.SectionPos) {
	for x := int32(-2); x <= 4; x++ {
		for z := int32(-3); z <= 2; z++ {
			for y := int32(-1); y <= 1; y++ {
				list = append(list, world.SectionPos{X: x, Y: y, Z: z})
			}
		}
	}
	return list
}

func ground(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

// newTruth returns a server with the own avatar and one other, at rest, at t0.
func newTruth(t testing.TB) *truth {
	s := &truth{t: t, edits: 100}
	s.rec = edits.Recorder{W: world.New()}
	s.sim = sim.Sim{R: &s.rec, Authoritative: true}
	for _, e := range s.beginning() {
		if !s.rec.Do(e) {
			t.Fatalf("the server refuses %v", e.Kind)
		}
	}
	for _, p := range land() {
		s.rec.W.SetSection(p, ground(p))
		s.rec.Do(edits.SubscriptionEdit(other, world.Subscription{Section: p, Epoch: 1, Confirmed: true})) // no client is told
	}
	s.rec.Commit()
	s.rec.KeepLog = true
	s.note()
	return s
}

// beginning are the edits that make the state at t0.
func (s *truth) beginning() (list []edits.Edit) {
	list = append(list, edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, At: t0, Number: 1})
	for i, st := range []timestream.Stream{own, other} {
		e := world.Entity{ID: world.AvatarID(st), Kind: world.KindAvatar, Stream: st, At: t0}
		e.Motion.Pos = world.BottomCentre(world.Pos{X: int32(4 + 6*i), Z: 4})
		e.Motion.Flags = world.OnGround
		list = append(list, edits.Edit{Kind: edits.AddStream, Stream: st, At: t0, Number: 1}, edits.Edit{Kind: edits.SpawnEntity, Number: 1, Entity: e})
	}
	pl := &world.Player{Name: "me"}
	pl.Slots[0] = world.StackOf(world.Dirt, 64)
	list = append(list, edits.Edit{Kind: edits.AddPlayer, Stream: own, Player: pl})
	for _, p := range land() {
		list = append(list, edits.SubscriptionEdit(own, world.Subscription{Section: p, Epoch: 1, Confirmed: true}))
	}
	return list
}

func (s *truth) note() {
	for i, st := range []timestream.Stream{own, other} {
		s.sent[i] = *s.rec.W.Entity(s.rec.W.Find(world.AvatarID(st)))
	}
}

// join tells a method the whole state.
func (s *truth) join(m strategy) {
	w := s.begin()
	w.Reset()
	for _, e := range s.beginning() {
		w.Edit(1, &e)
	}
	s.tell(m, s.end())
	for _, p := range land() {
		m.ApplySnapshot(protocol.Snapshot{Section: p, Epoch: 1, AtEdit: 100}, ground(p))
	}
}

func (s *truth) begin() *protocol.UpdateWriter {
	s.number++
	s.writer.Begin(nil, s.number, s.edits)
	return &s.writer
}

func (s *truth) end() *protocol.Update {
	r := wire.NewReader(s.writer.End())
	r.Byte()
	u := &protocol.Update{}
	if err := u.Read(&r); err != nil {
		s.t.Fatal(err)
	}
	return u
}

func (s *truth) tell(m strategy, u *protocol.Update) {
	s.t.Helper()
	if err := m.ApplyUpdate(u); err != nil {
		s.t.Fatal(err)
	}
}

// avatar returns the own body on the server.
func (s *truth) avatar() *world.Entity { return s.rec.W.Entity(s.rec.W.Find(world.AvatarID(own))) }

// advance lets time pass on all streams of the server.
func (s *truth) advance(to timestream.Time) {
	for _, st := range []timestream.Stream{timestream.Server, own, other} {
		s.sim.Advance(st, to)
	}
}

// do performs an action at the server's time: the judge "arrival".
func (s *truth) do(a *actions.Action) {
	one := *a
	one.At = s.rec.W.Stream(own).Stamp
	if why := actions.Do(&s.rec, own, one.At, &one); why != actions.Done {
		s.refused = append(s.refused, refusal{a.Number, why})
	}
	s.acked = a.Number
}

// doDeclared performs an action at its own time: the judge "declared".
func (s *truth) doDeclared(a *actions.Action) {
	s.sim.Advance(own, a.At)
	if why := actions.Do(&s.rec, own, a.At, a); why != actions.Done {
		s.refused = append(s.refused, refusal{a.Number, why})
	}
	s.acked = a.Number
}

// update returns what has happened since the last one.
func (s *truth) update() *protocol.Update {
	w := s.begin()
	for i := range s.rec.Log {
		s.edits++
		w.Edit(s.edits, &s.rec.Log[i].Edit)
	}
	s.rec.Log = s.rec.Log[:0]
	s.rec.Commit()
	for i, st := range []timestream.Stream{own, other} {
		e := *s.rec.W.Entity(s.rec.W.Find(world.AvatarID(st)))
		stamp := s.rec.W.Stream(st).Stamp
		if was := s.sent[i].Motion; !was.ExtrapolatesTo(&e.Motion, e.At.Sub(s.sent[i].At)) {
			from := was.Extrapolated(e.At.Sub(s.sent[i].At))
			w.Motion(e.ID, e.At, &from, &e.Motion)
		}
		w.Advance(st, stamp, nil)
		s.sent[i] = e
	}
	w.Ack(own, s.acked)
	for _, r := range s.refused {
		w.Refusal(r.number, r.why, "")
	}
	s.refused = s.refused[:0]
	return s.end()
}

// joined returns a server and a method that has received its state, with a first frame at t0.
func joined(t testing.TB, o Options, make func(r *predict.Received, o Options) strategy) (*truth, strategy) {
	s := newTruth(t)
	o.Check = true
	m := make(predict.NewReceived(own), o)
	s.join(m)
	m.AdvanceTo(t0)
	m.VisibleChanges(m.Now())
	return s, m
}

// body returns the own body that a method shows.
func body(m strategy) *world.Entity {
	w := m.World()
	return w.Entity(w.Find(world.AvatarID(own)))
}

func keys(n uint64, at timestream.Time, k world.Keys) *actions.Action {
	return &actions.Action{Kind: actions.SetKeys, Number: n, At: at, Keys: k}
}

func place(n uint64, at timestream.Time, x int32) *actions.Action {
	return &actions.Action{Kind: actions.Place, Number: n, At: at, Pos: world.Pos{X: x, Z: 7}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}
}
