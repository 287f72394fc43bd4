package sim

import (
	"math/rand/v2"
	"testing"
	"time"

	"voxtide/edits"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
	"voxtide/world/worldgen"
)

const (
	walkersApart = 32 // blocks between the places of two walkers
	walkersRange = 24 // blocks that each goes from its place
	walkersFrame = 50 * timestream.Millisecond
)

// walkers are players who walk, run, jump and swim on generated land, each around a place of its own, as those of the load test do, on a server.
type walkers struct {
	*Sim
	rng               *rand.Rand
	all               []walker
	advanced, steered int // whose turn is next
}

type walker struct {
	stream timestream.Stream
	slot   world.EntitySlot
	home   world.Vec
	left   int // frames until it changes its mind
	bend   int // by which it turns in each frame
	yaw    uint16
	keys   world.Keys
}

// newWalkers returns n walkers.
func newWalkers(n int) *walkers {
	gen := worldgen.Of(worldgen.Default, 5)
	w := world.New()
	w.AddStream(timestream.Server, 0, 1)
	s := &walkers{Sim: &Sim{R: &edits.Recorder{W: w}, Authoritative: true}, rng: rand.New(rand.NewPCG(5, 1))}
	for i := range n {
		x, z := int32(i%18)*walkersApart, int32(i/18)*walkersApart
		of := timestream.Stream(i + 1)
		w.AddStream(of, 0, 1)
		w.AddPlayer(of, world.Player{Name: "p"})
		high := max(gen.Height(x, z), 0)
		middle := world.Pos{X: x, Y: high, Z: z}.Section()
		for dy := int32(-3); dy <= 3; dy++ {
			for dz := int32(-3); dz <= 3; dz++ {
				for dx := int32(-3); dx <= 3; dx++ {
					p := world.SectionPos{X: middle.X + dx, Y: middle.Y + dy, Z: middle.Z + dz}
					if !w.HasSection(p) {
						w.SetSection(p, gen.Section(p))
					}
					w.SetSubscription(of, world.Subscription{Section: p, Epoch: 1, Confirmed: true})
				}
			}
		}
		e := world.Entity{ID: world.AvatarID(of), Kind: world.KindAvatar, Stream: of}
		e.Motion.Pos = world.BottomCentre(world.Pos{X: x, Y: high + 1, Z: z})
		for !physics.Free(w, &world.EntityKinds[e.Kind], e.Motion.Pos) {
			e.Motion.Pos[world.AxisY] += world.Unit
		}
		s.all = append(s.all, walker{stream: of, slot: w.AddEntity(e), home: e.Motion.Pos})
	}
	s.R.Commit()
	return s
}

// advance advances the next walker by a frame. Frames end 50 ms apart, at an instant between two ticks that is each walker's own.
func (s *walkers) advance() {
	k := s.next(&s.advanced)
	at := s.R.W.Stream(k.stream).Stamp
	to := at.Add(walkersFrame)
	if at == 0 {
		to = timestream.Time(1 + int64(k.stream)*7919%int64(walkersFrame))
	}
	s.Advance(k.stream, to)
	s.R.Commit()
}

// steer lets the next walker that has been advanced decide what it does.
func (s *walkers) steer() {
	k := s.next(&s.steered)
	yaw, keys := k.yaw, k.keys
	if s.decide(k); k.yaw == yaw && k.keys == keys {
		return
	}
	e := s.R.W.Entity(k.slot)
	m := e.Motion
	m.Yaw = k.yaw
	physics.ApplyKeys(s.R.W, &world.EntityKinds[e.Kind], &m, k.keys, e.At)
	s.R.SetMotion(k.slot, e.At, &m)
	s.R.Commit()
}

// next returns the walker whose turn it is.
func (s *walkers) next(turn *int) *walker {
	k := &s.all[*turn]
	*turn = (*turn + 1) % len(s.all)
	return k
}

// frame is advance and steer for one walker; the next call is for the next one.
func (s *walkers) frame() {
	s.advance()
	s.steer()
}

// decide changes what a walker does.
func (s *walkers) decide(k *walker) {
	m := &s.R.W.Entity(k.slot).Motion
	if k.left--; k.left < 0 {
		k.left, k.bend = 2+s.rng.IntN(28), 0
		k.keys = [8]world.Keys{0, world.KeyForward | world.KeySneak, world.KeyLeft | world.KeyForward, world.KeyForward | world.KeySprint,
			world.KeyForward | world.KeySprint, world.KeyForward, world.KeyForward, world.KeyForward}[s.rng.IntN(8)]
		switch s.rng.IntN(4) {
		case 0:
			k.yaw = uint16(s.rng.Uint32())
		case 1:
			k.bend = s.rng.IntN(1800) - 900
		}
	}
	k.yaw += uint16(k.bend)
	feet, _ := s.R.W.Block(m.Pos.Block())
	stuck := k.keys&world.KeyForward != 0 && m.Vel[world.AxisX] == 0 && m.Vel[world.AxisZ] == 0
	switch {
	case feet.Info().Liquid, stuck && s.rng.IntN(4) == 0, s.rng.IntN(40) == 0:
		k.keys |= world.KeyJump
	case s.rng.IntN(6) == 0:
		k.keys &^= world.KeyJump
	}
	dx, dz := k.home[world.AxisX]-m.Pos[world.AxisX], k.home[world.AxisZ]-m.Pos[world.AxisZ]
	if max(dx, -dx, dz, -dz) > walkersRange*world.Unit && s.rng.IntN(8) == 0 { //exact: a constant
		k.bend = 0
		switch { // 0 looks to -Z, a quarter of a turn to +X
		case max(dx, -dx) < max(dz, -dz) && dz < 0:
			k.yaw = 0
		case max(dx, -dx) < max(dz, -dz):
			k.yaw = 1 << 15
		case dx > 0:
			k.yaw = 1 << 14
		default:
			k.yaw = 3 << 14
		}
	}
}

// hash returns a hash of all walkers.
func (s *walkers) hash() uint64 { return s.R.W.EntitiesHash() }

// TestWalkersGoOn: the walkers of the benchmark get somewhere, each on its own, and advancing them allocates nothing.
func TestWalkersGoOn(t *testing.T) {
	s := newWalkers(36)
	for range 36 * 200 {
		s.frame()
	}
	moved, wet, inAir := 0, 0, 0
	for i := range s.all {
		m := &s.R.W.Entity(s.all[i].slot).Motion
		if m.Flags&world.Suspended != 0 {
			t.Errorf("walker %d stands beyond its land", i)
		}
		if d := m.Pos[world.AxisX] - s.all[i].home[world.AxisX]; max(d, -d) > world.Unit {
			moved++
		}
		if b, _ := s.R.W.Block(m.Pos.Block()); b.Info().Liquid {
			wet++
		}
		if m.Vel[world.AxisY] != 0 {
			inAir++
		}
	}
	if moved < 30 || wet+inAir == 0 {
		t.Errorf("%d of 36 moved, %d are wet, %d in the air", moved, wet, inAir)
	}
	if n := testing.AllocsPerRun(3600, s.frame); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
	t.Logf("hash %x; %d moved, %d wet, %d in the air", s.hash(), moved, wet, inAir)
}

// BenchmarkWalkers is what a step does of 300 walkers: it advances 100 of them by 50 ms of their streams, with the tick in it. What else a step
// does has taken their land out of the processor's caches by then, as much as there is between two steps of a server: so here a buffer
// is read through. advance-ns is the time of one advance without that.
func BenchmarkWalkers(b *testing.B) {
	const inStep = 100
	s := newWalkers(300)
	for range 300 * 40 {
		s.frame()
	}
	others, sum := make([]uint64, 8<<20/8), uint64(0)
	var took time.Duration
	b.ReportAllocs()
	for b.Loop() {
		for i := 0; i < len(others); i += 8 {
			sum += others[i]
			others[i] = sum
		}
		from := time.Now()
		for range inStep {
			s.advance()
		}
		took += time.Since(from)
		for range inStep {
			s.steer()
		}
	}
	b.ReportMetric(float64(took)/float64(b.N*inStep), "advance-ns")
}
