package predict

import (
	"errors"
	"fmt"
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// ErrFrame says that the server's frames do not fit what was received before.
var ErrFrame = errors.New("predict: a frame does not fit")

// Received is the state as the server told it: it applies frames and sections. Predictions must be reverted while it
// works. It is the part that all strategies share.
type Received struct {
	R   edits.Recorder
	Own timestream.Stream

	Events

	frame uint64 // number of the last frame applied
	edits uint64 // E: the state is complete to this edit
	whole bool   // the whole state has come
	// resumed: a connection has begun, whose first frame is whole.
	resumed bool
	// Follow has sections that come and go listed in Moved.
	Follow bool
	// Alone leaves out the streams of others, but the server's, with their bodies: for who looks at nobody. Blocks and all of
	// one's own stay exact.
	Alone bool
	// Saw, if set, is told every change of a section in the order in which it becomes part of the received state.
	Saw func(p world.SectionPos, epoch uint32, seq uint64, whole bool, b world.Block, at world.Pos)

	influences influences
	stalled    bool            // the frame that is being applied took the own stream further than its client had told,
	stalledTo  timestream.Time // and the last that did so took it to there
	changes    uint64          // of the set of sections that are here
	sections   map[world.SectionPos]*section
	pitches    map[timestream.Stream]int8 // of others' looks, degrees; no part of the state
	early      []early
	newest     uint32 // epoch that frames have told
	opened     uint32 // the same, within the frame that is being applied
	snaps      int    // sections of which the snapshot waits
	queues     []*queue
}

// Events is what happened besides the state. The owner takes and clears the lists.
type Events struct {
	Refused []Refused
	Said    []edits.Edit
	Arrived []actions.Arrived // sections that came, to be told by a Have
	Moved   []Moved           // sections that came or went, in order
	Jumps   []Jump            // of the last picture
	// Corrected are the corrections of the last picture, of blocks and of the bag.
	Corrected []Correction
	Samples   []Sample            // of the last frame, if asked for
	Struck    []timestream.Stream // players who changed a block beside them, at most struckMax
	Desyncs   int                 // hashes that were not the server's
	// Wrong are the sections among them, to be asked for anew; WrongBody says that the own avatar was, which the whole
	// state mends. The owner clears both.
	Wrong     []actions.Arrived
	WrongBody bool
	// Lost says that more came ahead of the frames than is kept, sections or edits of them: a resume mends it, which has all
	// that is missing sent again. The owner clears it.
	Lost   bool
	First  string // the first such difference, for the log
	Broken string // the first law that Check saw broken
}

// Moved is a section that has come, or gone: whatever else is known of it is to be looked up.
type Moved struct {
	Section world.SectionPos
	Biomes  protocol.Biomes
	Gone    bool
}

// Refused is an own action that the server refused.
type Refused struct {
	Number uint64
	Why    actions.Refusal
}

// section is what is known of a subscription: the epoch, and what waits until its snapshot can be put in.
type section struct {
	epoch   uint32
	in      bool // the snapshot is part of the state
	changed bool // it is not as it was generated
	biomes  protocol.Biomes
	waiting []numbered
	snap    *world.Section
	at      uint64 // the edit at which snap was taken
}

type numbered struct {
	seq uint64
	pos world.Pos
	b   world.Block
}

// waitingMax bounds the edits that wait for a section's snapshot; at the bound the section is Lost.
const waitingMax = 1 << 16

func (r *Received) init(own timestream.Stream) {
	r.changes = 1 // a lookout that was never taken does not fit
	r.Own = own
	r.R.W = world.New()
	r.sections = map[world.SectionPos]*section{}
	r.pitches = map[timestream.Stream]int8{}
}

// World returns the world. Read it only.
func (r *Received) World() *world.World { return r.R.W }

// apply applies a frame to the received state.
func (r *Received) apply(f *protocol.Frame) error {
	for i := range f.Entries {
		if r.Alone && r.foreign(&f.Entries[i]) {
			continue
		}
		if err := r.entry(&f.Entries[i]); err != nil {
			return fmt.Errorf("frame %d: %w", f.Number, err)
		}
	}
	r.frame, r.edits = f.Number, f.Edits
	if len(f.Entries) > 0 && f.Entries[0].Kind == protocol.EntryReset {
		r.dropUnlisted()
		r.whole = true
	}
	if st := r.R.W.Stream(r.Own); r.stalled && st != nil {
		r.stalled, r.stalledTo = false, st.Stamp
	}
	r.pass(r.opened)
	r.installAll()
	for i := range f.Entries {
		switch e := &f.Entries[i]; e.Kind {
		case protocol.EntryHash:
			r.compare(e)
		case protocol.EntryBody:
			r.compareBody(e)
		}
	}
	r.R.Commit()
	return nil
}

func (r *Received) entry(e *protocol.Entry) error {
	switch e.Kind {
	case protocol.EntryEdit:
		return r.edit(e)
	case protocol.EntryMoved:
		return r.moved(e)
	case protocol.EntryMotion:
		return r.motion(e)
	case protocol.EntryAck:
		if q := r.enter(e.Stream); q.acked < e.Number {
			r.told(q, e.Number)
			q.ack(e.Number)
		}
	case protocol.EntryRefusal:
		r.Refused = append(r.Refused, Refused{e.Number, e.Reason})
		r.influences.refused(e.Number, e.Reason)
	case protocol.EntryReset:
		r.reset()
	case protocol.EntryStall:
		if e.Stream == r.Own {
			r.influences.add(CauseStall)
			r.stalled = true
		}
	case protocol.EntryMoveMe:
		if e.ID == world.AvatarID(r.Own) {
			r.influences.add(CauseMoved)
		}
	case protocol.EntryLook:
		if r.R.W.Stream(e.Stream) == nil {
			return fmt.Errorf("%w: stream %d looks before it was told", ErrFrame, e.Stream)
		}
		r.pitches[e.Stream] = e.Pitch
	}
	return nil
}

// told notes where the actions that an ack is about to drop had their targets: what was predicted of them may have gone
// otherwise.
func (r *Received) told(q *queue, n uint64) {
	for i := range q.acts {
		a := &q.acts[i]
		switch {
		case a.Number > n:
			return
		case q.stream == r.Own:
			r.influences.acked(a)
		case a.Kind.Touches():
			r.influences.block(a.Pos, CauseStream)
		}
	}
}

func (r *Received) edit(e *protocol.Entry) error {
	ed := &e.Edit
	switch ed.Kind {
	case edits.SetBlock:
		r.setBlock(e.Seq, ed)
		return nil
	case edits.SetSub:
		if ed.Stream == r.Own {
			return r.setSub(ed)
		}
	case edits.Birth:
		if s := r.R.W.Find(ed.Entity.ID); s != world.NoSlot {
			r.R.Kill(s)
		}
		if ed.Entity.Stream != r.Own {
			r.influences.body(&ed.Entity)
		}
	case edits.Death:
		if s := r.R.W.Find(ed.ID); s != world.NoSlot {
			if b := r.R.W.Entity(s); b.Stream != r.Own || b.Kind == world.KindItem && ed.Author != r.Own { // an own item that another took
				r.influences.body(b)
			} else if b.Kind == world.KindFalling {
				r.influences.landing(b.Motion.Pos)
			}
		}
	case edits.AddStream:
		r.remove(ed.Stream)
	case edits.RemoveStream:
		r.remove(ed.Stream)
		return nil
	case edits.AddPlayer:
		if r.R.W.Player(ed.Stream) != nil {
			r.R.Do(edits.Edit{Kind: edits.RemovePlayer, Stream: ed.Stream})
		}
	case edits.Chat:
		r.Said = append(r.Said, *ed)
		return nil
	case edits.SetSlot, edits.SetSelected:
		r.bagged(ed)
	case edits.SetOwner:
		if s := r.R.W.Find(ed.ID); s != world.NoSlot && ed.Stream != r.Own && r.R.W.Entity(s).Stream == r.Own {
			r.influences.handed = append(r.influences.handed, r.R.W.Entity(s).Motion.Pos.Block())
		}
	case edits.AddCheck, edits.RemoveCheck:
		if ed.Stream != r.Own {
			r.influences.block(ed.Pos, CauseStream)
		}
	}
	r.R.Do(*ed)
	return nil
}

// remove takes a stream out with what it still owns here.
func (r *Received) remove(s timestream.Stream) {
	w := r.R.W
	if s != r.Own { // whoever comes back under it begins at number 1
		r.queues = slices.DeleteFunc(r.queues, func(q *queue) bool { return q.stream == s })
	}
	delete(r.pitches, s)
	if w.Stream(s) == nil {
		return
	}
	for len(w.Bodies(s)) > 0 {
		r.R.Kill(w.Bodies(s)[0])
	}
	for st := w.Stream(s); len(st.Checks) > 0; {
		r.R.Do(edits.Edit{Kind: edits.RemoveCheck, Stream: s, Pos: st.Checks[0]})
	}
	for st := w.Stream(s); len(st.Subs) > 0; {
		sub := st.Subs[0]
		sub.Epoch = 0
		r.R.Do(edits.Sub(s, sub))
	}
	r.R.Do(edits.Edit{Kind: edits.RemoveStream, Stream: s})
}

func (r *Received) setBlock(seq uint64, ed *edits.Edit) {
	p := ed.Pos.Section()
	s := r.sections[p]
	if s == nil {
		return
	}
	if !s.in {
		if len(s.waiting) == waitingMax {
			r.Lost = true
			return
		}
		s.waiting = append(s.waiting, numbered{seq, ed.Pos, ed.Block})
		return
	}
	if ed.Author != r.Own {
		r.influences.block(ed.Pos, CauseEdit)
		r.struck(ed.Author, ed.Pos)
	} else {
		r.influences.own = append(r.influences.own, ed.Pos)
	}
	s.changed = true
	r.R.Do(*ed)
	r.saw(p, s.epoch, seq, false, ed.Block, ed.Pos)
}

func (r *Received) saw(p world.SectionPos, epoch uint32, seq uint64, whole bool, b world.Block, at world.Pos) {
	if r.Saw != nil {
		r.Saw(p, epoch, seq, whole, b, at)
	}
}

// moved flies all bodies of a stream that are not excepted on to its new stamp. Those at rest hold as they lie.
func (r *Received) moved(e *protocol.Entry) error {
	w := r.R.W
	if w.Stream(e.Stream) == nil {
		return fmt.Errorf("%w: stream %d moved before it was told", ErrFrame, e.Stream)
	}
	for _, slot := range w.Awake(e.Stream) {
		b := w.Entity(slot)
		if b.At >= e.At || slices.Contains(e.Except, b.ID) {
			continue
		}
		m := b.Motion.After(e.At.Sub(b.At))
		if !m.Valid() {
			return fmt.Errorf("%w: stream %d moved out of bounds", ErrFrame, e.Stream)
		}
		r.R.SetMotion(slot, e.At, &m)
	}
	r.R.Do(edits.Edit{Kind: edits.SetStamp, Stream: e.Stream, At: e.At})
	return nil
}

func (r *Received) motion(e *protocol.Entry) error {
	w := r.R.W
	slot := w.Find(e.ID)
	if slot == world.NoSlot {
		return fmt.Errorf("%w: motion of an unknown body", ErrFrame)
	}
	b := w.Entity(slot)
	if b.Stream != r.Own {
		r.influences.body(b)
	}
	m := b.Motion.After(e.At.Sub(b.At))
	if !e.Delta.Apply(&m) {
		return fmt.Errorf("%w: motion out of bounds", ErrFrame)
	}
	r.R.SetMotion(slot, e.At, &m)
	return nil
}

// reset forgets all but the sections: the whole state follows in the same frame.
func (r *Received) reset() {
	old := r.R.W
	r.R.Commit()
	r.R.Forget()
	w := world.New()
	for _, p := range old.SectionList(nil) {
		w.PutSection(p, old.TakeSection(p))
	}
	r.R.W = w
	clear(r.pitches)
	if r.resumed {
		r.influences.add(CauseWhole)
	} else {
		r.influences.add(CauseHeld)
	}
	r.resumed = false
	r.stalled = true // what was not acked before may find its time taken
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

// enter returns the queue of a stream, made if there was none; queues are kept in order of stream.
func (r *Received) enter(s timestream.Stream) *queue {
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
