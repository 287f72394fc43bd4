package predict

import (
	"errors"
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// ErrUpdate says that an update does not fit what was received before.
var ErrUpdate = errors.New("predict: an update does not fit")

// Received is the state as the server sent it, with the un-acked actions and the blocks that changed since they were last
// asked for. Predictions must be reverted while it works. All strategies share it by pointer, so that another strategy can
// go on over the same one: see NewOver.
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
	// CollectSamples makes each update leave the received state of other streams' bodies in Samples.
	CollectSamples bool
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
	newestEpoch      uint32             // the newest epoch in the updates
	openedEpoch      uint32             // the newest epoch in the update being applied
	waitingSnapshots []world.SectionPos // sections whose snapshot may wait
	queues           []*queue
	peers            peerRecords
	stale            staleFinder
	blocks           blockTracker
}

// blockTracker lists the cells that changed since VisibleChanges was last called, in received and in predicted states.
type blockTracker struct {
	onBlock          func(at world.Pos) // the strategy's: called for each cell that changes
	changed, visible []BlockChange      // since the last call, and the result of that call
	boxes            boxChanges         // by others
	shownAt          timestream.Time    // the instant of that call
	turned           []world.Pos        // the cells that turned since
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
	seq  uint64
	edit edits.Edit
}

// waitingEditsMax bounds the edits that wait for a section's snapshot; an edit beyond it sets Overflowed.
const waitingEditsMax = 1 << 16

// NewReceived returns the state of a client's own stream, with nothing received.
func NewReceived(own timestream.Stream) *Received {
	r := &Received{Own: own, sections: map[world.SectionPos]*section{}, pitches: map[timestream.Stream]int8{}, peers: peerRecords{counts: map[timestream.Stream]*PeerCounts{}}}
	r.sectionsVersion = 1 // an empty loadedAround never matches
	r.R.W = world.New()
	r.R.OnBlockChange = func(was *edits.Edit) {
		r.blocks.changed = append(r.blocks.changed, BlockChange{was.Pos, was.BlockAt(r.blocks.shownAt)})
		if r.blocks.onBlock != nil {
			r.blocks.onBlock(was.Pos)
		}
	}
	return r
}

// takeOver begins another strategy over the state: author is written into the edits that it predicts, and onBlock, which may
// be nil, is called for each cell that changes.
func (r *Received) takeOver(author timestream.Stream, onBlock func(at world.Pos)) {
	r.R.Author, r.blocks.onBlock = author, onBlock
	r.influences.clear()
	r.Displacements, r.Corrections, r.Samples = r.Displacements[:0], r.Corrections[:0], r.Samples[:0]
}

// TakeOver begins another strategy over the state: no prediction may be applied. Its predictions are edits of the own stream.
func (r *Received) TakeOver() { r.takeOver(r.Own, nil) }

// ApplyUpdate applies an update. A strategy that predicts reverts its predictions first.
func (r *Received) ApplyUpdate(u *protocol.Update) error { return r.applyUpdate(u) }

// ApplySnapshot applies a section from the bulk lane. A strategy that predicts reverts its predictions first.
func (r *Received) ApplySnapshot(s protocol.Snapshot, sec *world.Section) {
	r.receiveSnapshot(s, sec)
	r.R.Commit()
}

// AddAction adds an own action to the un-acked ones.
func (r *Received) AddAction(a *actions.Action) { r.ensureQueue(r.Own).push(a) }

// EndUpdates ends the updates of a frame: what they changed explains no later correction.
func (r *Received) EndUpdates() { r.influences.clear() }

// VisibleChanges returns the blocks that show something else at an instant than at that of the last call, each with the block that
// showed then. Valid until the next call.
func (r *Received) VisibleChanges(now timestream.Time) []BlockChange {
	t := &r.blocks
	for _, p := range r.turnsBetween(t.shownAt, now) {
		b, _ := r.R.W.BlockAt(p, t.shownAt)
		t.changed = append(t.changed, BlockChange{p, b})
	}
	t.visible = appendChanged(t.visible[:0], t.changed, r.R.W, now)
	t.changed, t.shownAt = t.changed[:0], now
	return t.visible
}

// turnsBetween returns the cells that turn between two instants, in either direction.
func (r *Received) turnsBetween(a, b timestream.Time) []world.Pos {
	r.blocks.turned = r.R.W.AppendTurns(r.blocks.turned[:0], min(a, b), max(a, b))
	return r.blocks.turned
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
