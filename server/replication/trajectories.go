package replication

import (
	"voxtide/timestream"
	"voxtide/world"
)

// trajectory is a stretch of an entity's path that is pure arithmetic: position + velocity * time. A client that was told any
// point of it needs stamps alone to follow it.
type trajectory struct {
	id     world.EntityID
	number uint64          // unique to the stretch; 0: none yet
	at     timestream.Time // of the last point
	begin  *point
}

// point is a point of a trajectory. It never changes: all who were told the trajectory share it.
type point struct {
	at     timestream.Time
	motion world.Motion
}

// motionAt returns the motion at another instant of the trajectory.
func (p *point) motionAt(at timestream.Time) world.Motion { return p.motion.Extrapolated(at.Sub(p.at)) }

// Trajectories holds the trajectory of each entity, by slot.
type Trajectories struct {
	bySlot     []trajectory
	lastNumber uint64
	shrunkAt   uint64           // the last number when memory was given back last
	positions  []entityPosition // of all entities that time moves, by stream, for the ranking
	squares    squares          // of the positions
	points     []point          // made together, for the next trajectories
}

// pointsTogether is how many points, of a quarter of a kilobyte each, are made at once: all of them stay while one is known to somebody, and
// one of many nearly always is. With 4 a step would allocate more than once.
const pointsTogether = 16

func (l *Trajectories) newPoint(at timestream.Time, m *world.Motion) *point {
	if len(l.points) == 0 {
		l.points = make([]point, pointsTogether)
	}
	p := &l.points[0]
	l.points = l.points[1:]
	p.at, p.motion = at, *m
	return p
}

// entityPosition is where an entity is at the end of a step, in 1/16 block.
type entityPosition struct {
	slot   world.EntitySlot
	kind   world.EntityKind
	stream timestream.Stream
	id     world.EntityID
	at     [3]int64
	flags  world.Flags
}

// shrink gives back memory: the trajectories of those who are gone, and of others the points that share an allocation with those.
func (l *Trajectories) shrink(w *world.World) {
	l.positions, l.squares, l.points = nil, squares{}, nil
	if l.shrunkAt == l.lastNumber { // nothing has begun since
		return
	}
	l.shrunkAt = l.lastNumber
	list := make([]trajectory, w.EntitySlotCount())
	for i := range min(len(list), len(l.bySlot)) {
		if n := l.bySlot[i]; n.begin != nil && w.Find(n.id) == world.EntitySlot(i) {
			begin := *n.begin
			n.begin = &begin
			list[i] = n
		}
	}
	l.bySlot = list
}

// Moving returns the number of entities that time moves.
func (l *Trajectories) Moving() int { return len(l.positions) }

// Update follows all entities that time moves to the end of a step, and those that came to rest or woke in it.
func (l *Trajectories) Update(w *world.World, turned []world.EntityID) {
	for len(l.bySlot) < w.EntitySlotCount() {
		l.bySlot = append(l.bySlot, trajectory{})
	}
	l.positions, l.squares.sorted = l.positions[:0], false
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		for _, slot := range w.AwakeAt(i) {
			e := w.Entity(slot)
			l.Follow(slot, e)
			l.positions = append(l.positions, entityPosition{slot, e.Kind, of, e.ID, sixteenths(&e.Motion.Pos), e.Motion.Flags})
		}
	}
	for _, id := range turned {
		if slot := w.Find(id); slot != world.NoEntity {
			l.Follow(slot, w.Entity(slot))
		}
	}
}

// Follow extends the trajectory of an entity to where it is, or begins a new one.
func (l *Trajectories) Follow(slot world.EntitySlot, e *world.Entity) {
	for len(l.bySlot) <= int(slot) {
		l.bySlot = append(l.bySlot, trajectory{})
	}
	n := &l.bySlot[slot]
	if n.id != e.ID || n.number == 0 || !continues(n, e) {
		l.lastNumber++
		n.id, n.number, n.begin = e.ID, l.lastNumber, l.newPoint(e.At, &e.Motion)
	}
	n.at = e.At
}

// continues reports whether an entity has only flown on along its trajectory.
func continues(n *trajectory, e *world.Entity) bool {
	return n.begin.motion.ExtrapolatesTo(&e.Motion, e.At.Sub(n.begin.at))
}

// sixteenths returns a position in 1/16 block.
func sixteenths(v *world.Vec) (at [3]int64) {
	for i := range v {
		at[i] = v[i] / (world.Unit / 16)
	}
	return at
}

// DistanceSquared returns the square of the distance of two positions in blocks, 1<<40 where they are far apart.
func DistanceSquared(a, b *world.Vec) int64 { return distanceSquared16(sixteenths(a), sixteenths(b)) }

// distanceSquared16 is DistanceSquared of positions in 1/16 block.
func distanceSquared16(a, b [3]int64) int64 {
	var sum int64
	for i := range a {
		d := a[i] - b[i]
		if d > 16*1024 || d < -16*1024 {
			return 1 << 40
		}
		sum += d * d
	}
	return sum / 256
}
