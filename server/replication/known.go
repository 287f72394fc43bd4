package replication

import (
	"slices"
	"time"

	"voxtide/timestream"
	"voxtide/world"
)

// knownEntity is an entity as a client knows it.
type knownEntity struct {
	id          world.EntityID
	slot        world.EntitySlot
	trajectory  uint64          // on which the motion lies; 0: the client has another motion
	knownAt     timestream.Time // the instant at which the client's copy holds: at, flown on
	nextAt      time.Duration   // thinned: not to be told before
	interval    time.Duration   // between two updates that tell it; 0: each tells it
	spawnUpdate uint64          // the last update that told all of it
	chosen      bool            // by the present ranking
	told        *point          // of the path as the client was told it
	toldAt      time.Duration   // when its motion was last told
}

// knownEntities are the entities that a client knows. The first active ones have to be looked at for each update; those behind them
// were told to be at rest.
type knownEntities struct {
	list        []knownEntity
	active      int
	bySlot      []int32  // index into list plus 1; 0: unknown
	restUntold  bool     // some of the active ones have come to rest, and the client was not told so
	choiceStale bool     // the objects have to be chosen again
	crowded     bool     // there are more objects than the client is told of
	choiceRoom  int      // the room for objects when they were chosen
	choicePos   [3]int64 // where the client's avatar stood then, in 1/16 block
}

// find returns the client's copy of an entity, nil if the client does not know it.
func (k *knownEntities) find(slot world.EntitySlot, id world.EntityID) *knownEntity {
	if int(slot) >= len(k.bySlot) || slot < 0 || k.bySlot[slot] == 0 {
		return nil
	}
	if t := &k.list[k.bySlot[slot]-1]; t.id == id {
		return t
	}
	return nil
}

// indexOf returns the index of an entity that may be gone by now; -1 if the client does not know it.
func (k *knownEntities) indexOf(id world.EntityID) int {
	for i := range k.list {
		if k.list[i].id == id {
			return i
		}
	}
	return -1
}

// add enters an entity of which the client is told now.
func (k *knownEntities) add(slot world.EntitySlot, id world.EntityID) *knownEntity {
	for int(slot) >= len(k.bySlot) {
		k.bySlot = append(k.bySlot, 0)
	}
	k.list = append(k.list, knownEntity{id: id, slot: slot})
	k.bySlot[slot] = int32(len(k.list))
	k.swap(len(k.list)-1, k.active)
	k.active++
	return &k.list[k.active-1]
}

// remove takes the i-th entity out.
func (k *knownEntities) remove(i int) {
	if i < k.active {
		k.active--
		k.swap(i, k.active)
		i = k.active
	}
	last := len(k.list) - 1
	k.swap(i, last)
	if slot := k.list[last].slot; k.bySlot[slot] == int32(last+1) {
		k.bySlot[slot] = 0
	}
	k.list = k.list[:last]
}

// swap exchanges two entities.
func (k *knownEntities) swap(a, b int) {
	if a == b {
		return
	}
	x, y := &k.list[a], &k.list[b]
	atX, atY := k.bySlot[x.slot] == int32(a+1), k.bySlot[y.slot] == int32(b+1)
	*x, *y = *y, *x
	if atX {
		k.bySlot[y.slot] = int32(b + 1)
	}
	if atY {
		k.bySlot[x.slot] = int32(a + 1)
	}
}

// deactivateResting puts the entities that were told to be at rest behind the active ones.
func (k *knownEntities) deactivateResting() {
	if !k.restUntold {
		return
	}
	k.restUntold = false
	for i := k.active - 1; i >= 0; i-- {
		if t := &k.list[i]; t.trajectory != 0 && t.told.motion.Flags&world.Asleep != 0 {
			k.active--
			k.swap(i, k.active)
		}
	}
}

// reactivate puts an entity that was told to be at rest among the active ones.
func (k *knownEntities) reactivate(slot world.EntitySlot, id world.EntityID) {
	if k.find(slot, id) == nil {
		return
	}
	if i := int(k.bySlot[slot]) - 1; i >= k.active {
		k.swap(i, k.active)
		k.active++
	}
}

// forget empties it: the next update is a full one.
func (k *knownEntities) forget() {
	k.list = k.list[:0]
	k.active, k.choiceStale = 0, true
	clear(k.bySlot)
}

// knownStream is a stream as a client knows it.
type knownStream struct {
	stream      timestream.Stream
	sentStamp   timestream.Time
	counter     uint32 // of entities, as told
	ackedAction uint64
	stalls      uint64 // of a linked stream, as told
	stampSentAt time.Duration
	quietTo     time.Duration // until then none of its bodies that the client knows is due
	pitch       int8          // of its player's view, as told
	pitchAt     time.Duration // when the pitch was last compared
	index       int           // of the stream in the world, when it was last looked up
}

// knownStreams are the streams that a client knows, by number.
type knownStreams []knownStream

// find returns a stream, nil if the client does not know it.
func (k knownStreams) find(of timestream.Stream) *knownStream {
	lo, hi := 0, len(k)
	for lo < hi {
		mid := (lo + hi) / 2
		if k[mid].stream < of {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(k) && k[lo].stream == of {
		return &k[lo]
	}
	return nil
}

// add enters a stream of which the client is told now.
func (k *knownStreams) add(t knownStream) {
	i := 0
	for i < len(*k) && (*k)[i].stream < t.stream {
		i++
	}
	*k = slices.Insert(*k, i, t)
}

// remove takes a stream out.
func (k *knownStreams) remove(of timestream.Stream) {
	*k = slices.DeleteFunc(*k, func(t knownStream) bool { return t.stream == of })
}

// state returns a stream as it is in the world, nil if it is gone.
func (k *knownStream) state(w *world.World) *world.StreamState {
	if k.index = w.StreamIndex(k.stream, k.index); k.index == w.StreamCount() {
		return nil
	}
	return w.StreamAt(k.index)
}
