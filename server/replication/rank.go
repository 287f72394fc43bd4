package replication

import (
	"cmp"
	"slices"
	"time"

	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Which entities a client is told of: at most EntitiesMax of those within farBlocks. Players come first, the nearest first, then
// falling blocks within reach, then other objects, the nearest first; so items at rest hide no player. An entity without a
// place is told as removed, and comes back when there is room. A client's own entities are always told: its prediction rests on
// them.
//
// Those that time moves are found by where they are (near.go), and looked at by stream.
//
// Resting objects are found by their section, and examined only when the choice may have changed: an object near moves, comes
// to rest or wakes, or the player has gone on. So resting objects cost nothing while a player stands.

func compareDistance(a, b rankedEntity) int {
	if a.distance != b.distance {
		return cmp.Compare(a.distance, b.distance)
	}
	return cmp.Compare(a.id, b.id)
}

// Rank sorts all entities by their distance to the client's avatar: it tells those that come into interest, removes those that
// leave it, and sets how often each player is told.
func (r *relay) Rank(c *Client) {
	c.schedule.rankedAt = r.Now
	own := r.World.Find(c.sight.body(c.stream))
	if own == world.NoEntity {
		own = r.World.Find(world.AvatarID(c.stream))
	}
	if own == world.NoEntity {
		return
	}
	here := sixteenths(&r.World.Entity(own).Motion.Pos)
	b := &r.ranking
	mine := r.collectMoving(c, here)
	if len(b.avatars) > EntitiesMax {
		slices.SortFunc(b.avatars, compareDistance)
		for _, n := range b.avatars[EntitiesMax:] {
			if n.known {
				r.writeRemove(c, int(c.entities.bySlot[n.slot])-1, timestream.Server)
			}
		}
		b.avatars = b.avatars[:EntitiesMax]
	}
	room := max(0, EntitiesMax-len(b.avatars)-mine)
	if faults.Active(faults.ItemsBeforePlayers) {
		room = EntitiesMax
	}
	chosen := 0
	if c.entities.choiceStale || len(b.objects) > 0 || room != c.entities.choiceRoom ||
		distanceSquared16(here, c.entities.choicePos) >= reselectBlocks*reselectBlocks {
		chosen = r.chooseObjects(c, here, room)
	}
	for _, n := range b.avatars {
		if !n.known && (len(c.entities.list) < EntitiesMax || !faults.Active(faults.ItemsBeforePlayers)) {
			r.writeSpawn(c, n.slot, timestream.Server)
		}
	}
	for _, n := range b.objects[:chosen] {
		if !n.known {
			r.writeSpawn(c, n.slot, timestream.Server)
		}
	}
	r.setIntervals(c)
}

// collectMoving fills the buffers with the avatars and objects that time moves near the client. It tells the client's own objects
// at once, removes entities that are too far, and returns the number of own objects.
func (r *relay) collectMoving(c *Client, here [3]int64) (mine int) {
	b := &r.ranking
	b.avatars, b.objects, b.changes = b.avatars[:0], b.objects[:0], b.changes[:0]
	b.near = r.Trajectories.near(b.near, c.stream, here)
	known := 0
	for i := range b.near.all {
		p := &r.Trajectories.positions[i]
		d, far := int64(-1), int64(farBlocks)
		if p.stream != c.stream {
			d = distanceSquared16(p.at, here)
		}
		t := c.entities.find(p.slot, p.id)
		if t != nil {
			far = farLeaveBlocks
			known++
		}
		switch {
		case d > far*far, c.hides(p.flags, p.stream):
			if t != nil {
				b.changes = append(b.changes, int32(i))
			}
		case p.kind == world.KindAvatar:
			b.avatars = append(b.avatars, rankedEntity{d, p.slot, p.id, t != nil})
		case d < 0:
			mine++
			if t == nil {
				b.changes = append(b.changes, int32(i))
			}
		default:
			if d = biasedDistance(d, t); p.kind == world.KindFallingBlock && d <= reachBlocks*reachBlocks {
				d = -1 // it decides where blocks may be placed here
			}
			b.objects = append(b.objects, rankedEntity{d, p.slot, p.id, t != nil})
		}
	}
	if known < c.entities.active {
		near := len(b.changes)
		if b.changes = r.Trajectories.appendFarKnown(b.changes, b.near, &c.entities); len(b.changes) > near {
			slices.Sort(b.changes)
		}
	}
	for _, i := range b.changes {
		if p := &r.Trajectories.positions[i]; c.entities.find(p.slot, p.id) == nil {
			r.writeSpawn(c, p.slot, timestream.Server)
		} else {
			r.writeRemove(c, int(c.entities.bySlot[p.slot])-1, timestream.Server)
		}
	}
	return mine
}

// biasedDistance returns the distance that counts of an object.
func biasedDistance(d int64, t *knownEntity) int64 {
	if t != nil {
		return d / 4 * KnownQuarters
	}
	return d
}

// chooseObjects chooses the objects that a client is told of: the nearest, as many as there is room for. The moving ones are in
// the buffer; the chosen ones come first there, and their number is returned. The others are removed.
func (r *relay) chooseObjects(c *Client, here [3]int64, room int) (n int) {
	b, known := &r.ranking, &c.entities
	r.collectResting(c, here, room)
	slices.SortFunc(b.objects, compareDistance)
	n = min(room, len(b.objects))
	known.choiceStale, known.crowded, known.choicePos, known.choiceRoom = false, len(b.objects) > n, here, room
	for _, k := range b.objects[:n] {
		if k.known {
			known.find(k.slot, k.id).chosen = true
		}
	}
	for i := len(known.list) - 1; i >= 0; i-- {
		t := &known.list[i]
		if e := r.World.Entity(t.slot); e.ID == t.id && e.Kind != world.KindAvatar && e.Stream != c.stream && !t.chosen {
			r.writeRemove(c, i, timestream.Server) // the entities that change places with it have been looked at
			continue
		}
		t.chosen = false
	}
	return n
}

// collectResting adds to the objects in the buffer those that rest near a client, at least the nearest of them as many as there is
// room for: section by section, from the nearest, until no later section can hold a nearer one.
func (r *relay) collectResting(c *Client, here [3]int64, room int) {
	w, b := r.World, &r.ranking
	b.restingSections = b.restingSections[:0]
	for i := range w.SleepingSectionCount() {
		p, _ := w.SleepingSectionAt(i)
		if d := distanceSquaredToSection(p, here); d <= farLeaveBlocks*farLeaveBlocks {
			b.restingSections = append(b.restingSections, rankedEntity{distance: d, slot: world.EntitySlot(i)})
		}
	}
	slices.SortFunc(b.restingSections, compareDistance)
	farthest, n := int64(0), 0
	for _, l := range b.restingSections {
		if n >= room && l.distance/4*KnownQuarters > farthest {
			return
		}
		_, slots := w.SleepingSectionAt(int(l.slot))
		for _, slot := range slots {
			e := w.Entity(slot)
			t := c.entities.find(slot, e.ID)
			d, far := distanceSquared16(sixteenths(&e.Motion.Pos), here), int64(farBlocks)
			if t != nil {
				far = farLeaveBlocks
			}
			if d > far*far {
				continue
			}
			if n++; n <= room {
				farthest = max(farthest, d)
			}
			b.objects = append(b.objects, rankedEntity{biasedDistance(d, t), slot, e.ID, t != nil})
		}
	}
}

// distanceSquaredToSection returns the square of the distance of a point in 1/16 block to a section, in blocks.
func distanceSquaredToSection(p world.SectionPos, here [3]int64) (sum int64) {
	const size = 16 * world.SectionSize
	for i, at := range [3]int64{int64(p.X), int64(p.Y), int64(p.Z)} {
		lo := at * size
		d := max(lo-here[i], here[i]-lo-size, 0)
		if d > 16*1024 {
			return 1 << 40
		}
		sum += d * d
	}
	return sum / 256
}

// setIntervals sets how often each player is told: the nearest with every update, and those of whom there are many nearer ones seldom.
// What one can follow of a crowd is who is around; and each body is exact at its own stamp whenever it is told.
func (r *relay) setIntervals(c *Client) {
	b := &r.ranking
	b.nearest = b.nearest[:0]
	crowded := len(b.avatars) > fullRateCount+1 && !faults.Active(faults.CrowdAtFullRate)
	if crowded {
		b.nearness.count(b.avatars)
	}
	for _, n := range b.avatars {
		t := c.entities.find(n.slot, n.id)
		if t == nil {
			continue
		}
		interval := time.Duration(0)
		switch {
		case n.distance < 0:
		case n.distance > nearBlocks*nearBlocks:
			interval = farInterval
		default:
			interval = midInterval
			b.nearest = insertNearest(b.nearest, n)
		}
		if crowded && n.distance >= 0 {
			interval = max(interval, b.nearness.interval(n.distance))
		}
		r.setInterval(c, t, interval)
	}
	for _, n := range b.nearest {
		r.setInterval(c, c.entities.find(n.slot, n.id), 0)
	}
}

// setInterval sets how often an entity is told.
func (r *relay) setInterval(c *Client, t *knownEntity, interval time.Duration) {
	r.counters.Ranked[rateOf(interval)]++
	was := t.interval
	if t.interval = interval; interval >= was {
		return
	}
	if was == crowdInterval {
		t.nextAt = min(t.nextAt, r.Now+interval)
	}
	if k := c.streams.find(r.World.Entity(t.slot).Stream); k != nil {
		k.quietTo = 0
	}
}

// insertNearest keeps the nearest entities, in order.
func insertNearest(nearest []rankedEntity, n rankedEntity) []rankedEntity {
	i := len(nearest)
	for i > 0 && nearest[i-1].distance > n.distance {
		i--
	}
	if i == nearestCount {
		return nearest
	}
	if len(nearest) < nearestCount {
		nearest = append(nearest, rankedEntity{})
	}
	copy(nearest[i+1:], nearest[i:])
	nearest[i] = n
	return nearest
}
