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
