package replication

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// rankedWorld is a world with clients, who are ranked twice: by squares, and by one square that holds everything.
type rankedWorld struct {
	w       *world.World
	both    [2]*relay
	clients [2][]*Client
}

func newRankedWorld(players int) *rankedWorld {
	k := &rankedWorld{w: world.New()}
	k.w.AddStream(timestream.Server, 0, 1)
	for s := timestream.Stream(1); int(s) <= players; s++ {
		k.w.AddStream(s, 0, 1)
		k.w.AddPlayer(s, world.Player{})
	}
	for i := range k.both {
		for s := 1; s <= players; s++ {
			k.clients[i] = append(k.clients[i], NewClient(timestream.Stream(s), protocol.Token{}, false))
		}
		k.both[i] = &relay{Replicator: &Replicator{World: k.w}}
		for _, c := range k.clients[i] {
			k.both[i].clients = append(k.both[i].clients, Recipient{Client: c})
		}
	}
	return k
}

// eachClient calls do with all clients of both replicators.
func (k *rankedWorld) eachClient(do func(c *Client)) {
	for _, all := range k.clients {
		for _, c := range all {
			do(c)
		}
	}
}

// changeOwner hands an entity to another stream, and tells those who know it, as an update with the edit does.
func (k *rankedWorld) changeOwner(slot world.EntitySlot, to timestream.Stream) {
	e := k.w.Entity(slot)
	k.w.SetOwner(slot, to, e.At)
	for n, r := range k.both {
		for _, c := range k.clients[n] {
			if t := c.entities.find(slot, e.ID); t != nil {
				r.writer.Begin(nil, 1, 0)
				r.writeStream(c, to)
				c.streams.find(to).quietTo = 0
				t.told = &point{e.At, t.told.motionAt(t.knownAt)}
				t.knownAt, t.trajectory, t.nextAt = e.At, 0, 0
			}
		}
	}
}

// update ends a step of both replicators.
func (k *rankedWorld) update(turned []world.EntityID) {
	for _, r := range k.both {
		r.Trajectories.Update(k.w, turned)
		r.beginStep()
	}
	l := &k.both[1].Trajectories
	l.squares.sort(l.positions, len(l.bySlot))
	l.squares.starts = []int32{0, int32(len(l.positions))}
	l.squares.order = l.squares.order[:0]
	for i := range l.positions {
		l.squares.order = append(l.squares.order, int32(i))
	}
}

// compareRanks ranks a client twice and returns how many edits that wrote, and how many positions were looked at.
func (k *rankedWorld) compareRanks(t *testing.T, i int) (written, looked int) {
	t.Helper()
	var updates [2][]byte
	for n, r := range k.both {
		c := k.clients[n][i]
		r.Now += 100 * time.Millisecond
		r.writer.Begin(nil, 1, 0)
		empty := r.writer.Size()
		r.Rank(c)
		written += r.writer.Size() - empty
		r.writeMotion(c)
		updates[n] = r.writer.End()
	}
	if !bytes.Equal(updates[0], updates[1]) {
		t.Fatalf("client %d: ranked by squares it is told %d bytes, by all positions %d bytes, which differ", i+1, len(updates[0]), len(updates[1]))
	}
	a, b := &k.clients[0][i].entities, &k.clients[1][i].entities
	same := func(a, b knownEntity) bool {
		toldAlike := *a.told == *b.told
		a.told, b.told = nil, nil
		return toldAlike && a == b
	}
	if !slices.EqualFunc(a.list, b.list, same) || a.active != b.active {
		t.Fatalf("client %d knows %d entities, ranked by all positions %d, or not the same", i+1, len(a.list), len(b.list))
	}
	for range k.both[0].ranking.near.all {
		looked++
	}
	return written, looked
}

// TestRankBySquares: after any sequence of steps, in which bodies walk, leap, come, go, rest, wake and change owners, a ranking by squares
// tells and removes the same, in the same order, and sets the same intervals as one that looks at all bodies.
func TestRankBySquares(t *testing.T) {
	rnd := testrand.New(t)
	const players = 30
	k := newRankedWorld(players)
	w := k.w
	place := func() world.Vec {
		side := [...]int64{20, 300, 300, 800}[rnd.IntN(4)]
		return world.Vec{(rnd.Int64N(2*side+1) - side) * world.Unit, rnd.Int64N(60) * world.Unit, (rnd.Int64N(2*side+1) - side) * world.Unit} //exact: blocks
	}
	var ids []world.EntityID
	counter := uint32(0)
	spawn := func(e world.Entity) {
		e.Motion.Pos = place()
		w.AddEntity(e)
		ids = append(ids, e.ID)
	}
	for s := timestream.Stream(1); s <= players; s++ {
		spawn(world.Entity{ID: world.AvatarID(s), Kind: world.KindAvatar, Stream: s})
	}
	did := map[string]int{}
	rounds, compared, told, looked, all := 400*testrand.Rounds(5), 0, 0, 0, 0
	for range rounds {
		var turned []world.EntityID
		for range rnd.IntN(30) {
			id := ids[rnd.IntN(len(ids))]
			slot := w.Find(id)
			e := *w.Entity(slot)
			m := e.Motion
			switch what := rnd.IntN(20); {
			case what < 3:
				counter++
				owner := timestream.Stream(rnd.IntN(players + 1))
				spawn(world.Entity{ID: world.MakeEntityID(owner, counter), Kind: world.KindFallingBlock + world.EntityKind(rnd.IntN(2)), Stream: owner})
				did["come"]++
				continue
			case e.Kind == world.KindAvatar:
			case what < 6:
				at := m.Pos
				w.RemoveEntity(slot)
				ids = slices.DeleteFunc(ids, func(x world.EntityID) bool { return x == id })
				k.eachClient(func(c *Client) {
					if i := c.entities.indexOf(id); i >= 0 {
						c.entities.remove(i)
					}
					c.objectsChanged(sixteenths(&at))
				})
				did["go"]++
				continue
			case what < 8:
				k.changeOwner(slot, timestream.Stream(rnd.IntN(players+1)))
				did["change owners"]++
				continue
			case what < 11 && e.Kind == world.KindItem:
				m.Flags ^= world.Asleep
				turned = append(turned, id)
				did["rest or wake"]++
			}
			for a := range m.Pos {
				m.Pos[a] += rnd.Int64N(world.Unit) - world.Unit/2
			}
			if did["walk"]++; rnd.IntN(12) == 0 {
				m.Pos = place()
				did["leap"]++
			}
			w.SetMotion(slot, e.At+1, &m)
		}
		k.eachClient(func(c *Client) {
			for _, id := range turned {
				if slot := w.Find(id); slot != world.NoEntity {
					c.objectsChanged(sixteenths(&w.Entity(slot).Motion.Pos))
					if c.entities.reactivate(slot, id); w.Entity(slot).Motion.Flags&world.Asleep != 0 {
						c.rested(slot, id)
					}
				}
			}
		})
		k.update(turned)
		for range 1 + rnd.IntN(6) {
			n, near := k.compareRanks(t, rnd.IntN(players))
			compared, told, looked, all = compared+1, told+n/2, looked+near, all+len(k.both[0].Trajectories.positions)
		}
	}
	t.Logf("%d steps with %v: %d rankings compared, which told %d bytes; %d of %d bodies looked at", rounds, did, compared, told, looked, all)
	if testrand.Rounds(0) == 0 && (told < 100000 || looked*4 > all*3) {
		t.Error("too few")
	}
}
