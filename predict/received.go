package predict

import (
	"errors"
	"slices"

	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// ErrUpdate says that an update does not fit what was received before.
var ErrUpdate = errors.New("predict: an update does not fit")

// Received is the state as the server sent it: it applies updates and sections. Predictions must be reverted while it
// works. All strategies share it.
type Received struct {
	R   edits.Recorder
	Own timestream.Stream

	Events

	update     uint64 // number of the last update applied
	completeTo uint64 // the number of the edit up to which the state is complete
	complete   bool   // a full update has been applied
	// resumed: a new connection has begun, and its first update is a full one.
	resumed bool
	// TrackSections lists sections that arrive or leave in SectionChanges.
	TrackSections bool
	// OwnOnly leaves out the streams of other players, with their bodies, for a client whose view is not drawn. Blocks and
	// everything of the own stream and the server's stay exact.
	OwnOnly bool
	// OnSectionChange, if set, is called for each change of a section, in the order in which changes become part of the
	// received state.
	OnSectionChange func(p world.SectionPos, epoch uint32, seq uint64, whole bool, b world.Block, at world.Pos)

	influences       influences
	stalled          bool            // the update being applied took the own stream beyond what its client had declared;
	stalledTo        timestream.Time // the stamp to which the last such update took it
	sectionsVersion  uint64          // counts the changes of the set of sections that are here
	sections         map[world.SectionPos]*section
	pitches          map[timestream.Stream]int8 // of other players, in degrees; no part of the state
	early            []earlySnapshot
	newestEpoch      uint32 // the newest epoch in the updates
	openedEpoch      uint32 // the newest epoch in the update being applied
	waitingSnapshots int    // sections whose snapshot waits
	queues           []*queue
}

// section is the record of a subscription: its epoch, and what waits until its snapshot can be installed.
type section struct {
	epoch        uint32
	loaded       bool // the snapshot is part of the state
	changed      bool // it differs from what the generator made
	biomes       protocol.Biomes
	waitingEdits []waitingEdit
	snapshot     *world.Section
	snapshotEdit uint64 // the edit at which the snapshot was taken
}

type waitingEdit struct {
	seq uint64
	pos world.Pos
	b   world.Block
}

// waitingEditsMax bounds the edits that wait for a section's snapshot; an edit beyond it sets Overflowed.
const waitingEditsMax = 1 << 16

func (r *Received) init(own timestream.Stream) {
	r.sectionsVersion = 1 // an empty loadedAround never matches
	r.Own = own
	r.R.W = world.New()
	r.sections = map[world.SectionPos]*section{}
	r.pitches = map[timestream.Stream]int8{}
}

// World returns the world. Read it only.
func (r *Received) World() *world.World { return r.R.W }

func (r *Received) noteSectionChange(p world.SectionPos, epoch uint32, seq uint64, whole bool, b world.Block, at world.Pos) {
	if r.OnSectionChange != nil {
		r.OnSectionChange(p, epoch, seq, whole, b, at)
	}
}

// queue returns the queue of a stream, nil if there is none.
func (r *Received) queue(s timestream.Stream) *queue {
	for _, q := range r.queues {
		if q.stream == s {
			return q
		}
	}
	return nil
}

// ensureQueue returns the queue of a stream and makes it if there is none. Queues are in order of stream.
func (r *Received) ensureQueue(s timestream.Stream) *queue {
	if q := r.queue(s); q != nil {
		return q
	}
	q := &queue{stream: s}
	i := 0
	for i < len(r.queues) && r.queues[i].stream < s {
		i++
	}
	r.queues = slices.Insert(r.queues, i, q)
	return q
}

// ShiftUnacked moves all own un-acked actions back in time, because the server's world went back by that span.
// Predictions must be reverted.
func (r *Received) ShiftUnacked(by timestream.Duration) {
	if q := r.queue(r.Own); q != nil {
		for i := range q.actions {
			q.actions[i].At = max(0, q.actions[i].At.Add(-by))
		}
	}
}
