package replication

import (
	"bytes"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/timestream"
	"voxtide/world"
)

// TestDeltas: of entities that fly, turn and are told to clients at random instants, each delta is the one that the client's own motion
// gives, whether it was remembered or not; what did not fit is not remembered.
func TestDeltas(t *testing.T) {
	rnd := testrand.New(t)
	var l Trajectories
	var d deltas
	entities := make([]world.Entity, 40)
	clients := make([][]knownEntity, 30)
	for i := range entities {
		entities[i] = world.Entity{ID: world.MakeEntityID(1, uint32(i)+1)}
		l.Follow(world.EntitySlot(i), &entities[i])
	}
	for c := range clients {
		clients[c] = make([]knownEntity, len(entities))
		for i := range entities {
			clients[c][i].told = &point{}
		}
	}
	told, remembered, long := 0, 0, 0
	var got []byte
	for range 200 {
		for i := range entities {
			e := &entities[i]
			e.Motion.Extrapolate(timestream.Duration(50_000))
			e.At = e.At.Add(50_000)
			switch rnd.IntN(3) {
			case 0:
				e.Motion.Vel = world.Vec{rnd.Int64N(9) - 4, 0, rnd.Int64N(9) - 4}
			case 1:
				if rnd.IntN(5) == 0 { // many fields, each of many bytes
					far := 1<<50 + rnd.Int64N(1<<50)
					e.Motion.Pos, e.Motion.Vel = world.Vec{far, -far, far}, world.Vec{far, far, -far}
					e.Motion.KickAt, e.Motion.Kick = e.At, world.Vec{far, far, far}
				}
			}
			l.Follow(world.EntitySlot(i), e)
		}
		for c := range clients {
			for i := range entities {
				if rnd.IntN(1+c%3) > 0 {
					continue
				}
				e, k, now := &entities[i], &clients[c][i], &l.bySlot[i]
				was := len(d.table) > 0 && d.table[d.place(k.trajectory, now.number)].is(k.trajectory, now.number, e.At)
				want := appendDelta(nil, k, e)
				if got = d.append(got[:0], k, e, now.number); !bytes.Equal(got, want) {
					t.Fatalf("entity %d of client %d: %x, want %x", i, c, got, want)
				}
				if told++; was && k.trajectory != 0 {
					remembered++
				}
				if len(want) > deltaBytesMax {
					long++
				}
				k.trajectory, k.told = now.number, now.begin
				if rnd.IntN(20) == 0 { // another motion, as an edit leaves it
					k.told, k.trajectory = &point{e.At, e.Motion}, 0
					k.told.motion.Yaw = uint16(c)
				}
			}
		}
	}
	t.Logf("%d deltas, %d remembered, %d too long", told, remembered, long)
	if remembered < told/2 || long < 100 {
		t.Error("too few of a kind")
	}
	k, e := &clients[0][0], &entities[0]
	k.trajectory, k.told = l.bySlot[0].number, l.bySlot[0].begin
	if n := testing.AllocsPerRun(100, func() { got = d.append(got[:0], k, e, l.bySlot[0].number) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTrajectoriesGiveBack: when nobody is here the points of bodies that have left stay no longer, and those of the others are as they were, in
// allocations of their own.
func TestTrajectoriesGiveBack(t *testing.T) {
	rnd := testrand.New(t)
	const bodies = 300
	w := world.New()
	w.AddStream(timestream.Server, 0, 1)
	var l Trajectories
	for i := range bodies {
		w.AddEntity(world.Entity{ID: world.MakeEntityID(1, uint32(i)+1), At: 1, Motion: world.Motion{Pos: world.Vec{int64(i)}}})
	}
	follow := func(now timestream.Time) {
		for i := range bodies {
			if slot := w.Find(world.MakeEntityID(1, uint32(i)+1)); slot != world.NoEntity {
				e := w.Entity(slot)
				e.At = now
				l.Follow(slot, e)
			}
		}
	}
	follow(1)
	before := map[world.EntityID]trajectory{}
	for i := range bodies {
		id := world.MakeEntityID(1, uint32(i)+1)
		if rnd.IntN(10) > 0 {
			w.RemoveEntity(w.Find(id))
			continue
		}
		before[id] = l.bySlot[w.Find(id)]
	}
	l.shrink(w)
	kept := 0
	for slot := range l.bySlot {
		n := &l.bySlot[slot]
		if n.begin == nil {
			continue
		}
		kept++
		was, ok := before[n.id]
		if !ok || was.number != n.number || *was.begin != *n.begin || was.begin == n.begin || n.at != was.at {
			t.Errorf("slot %d holds %+v, was %+v", slot, *n, was)
		}
	}
	t.Logf("%d bodies, %d of them stayed, %d trajectories", bodies, len(before), kept)
	if kept != len(before) || kept == 0 {
		t.Error("not the trajectories of those who stayed")
	}
	list := &l.bySlot[0]
	if l.shrink(w); &l.bySlot[0] != list {
		t.Error("made again, though nothing began since")
	}
	number := l.lastNumber
	if follow(2); l.lastNumber != number {
		t.Error("who stayed begins another trajectory")
	}
}
