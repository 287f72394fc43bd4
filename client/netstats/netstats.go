// Package netstats is the memory of what a client's netcode did in the last ten seconds, as numbers for graphs, time lines
// and boxes.
//
// Job: a Recorder takes notes from a client (waits, lateness, corrections, updates, packets, bodies), and hands them out by
// column of time. Owner: the owner of the client; the client writes, a screen or a laboratory reads. Data flow: notes in,
// columns out; nothing feeds back.
//
// Invariants: copying a Recorder freezes it, because it points to nothing that changes; nothing allocates after it was made;
// every list is a ring of a fixed size, in which the newest replaces the oldest. Times called now are the caller's monotonic
// time in microseconds; stamps are times of the world. Both only grow within a session.
package netstats

import (
	"voxtide/protocol"
	"voxtide/timestream"
)

// Sizes of the rings.
const (
	Columns     = 200                         // of a graph
	ColumnTime  = 50 * timestream.Millisecond // that one column stands for
	UpdatesKept = ringLength
	MarksKept   = ringLength
	StreamsKept = 4 // of which the lateness is kept: the own one, the server's, and the first of the others
	BodiesKept  = 12
	LinksKept   = 8
	pathKept    = 96 // positions of a body
	actionsKept = 256
	ringLength  = 64
)

// Clock returns the caller's monotonic time in microseconds. A recorder with a clock measures what a re-prediction costs.
type Clock func() int64

// Recorder is the memory. The zero value is ready; Reset begins a session.
type Recorder struct {
	Clock Clock // nil: the cost of re-prediction is not known
	Graphs
	Totals Totals // since Reset

	now     timestream.Duration // of the last note
	marks   ring[Mark]
	updates ring[Update]
	streams [StreamsKept]Stream
	bodies  [BodiesKept]Body
	actions [actionsKept]action // by number modulo its length
	shown   uint64              // number of the last action that a frame showed
	acked   uint64
	links   [LinksKept]Link
	linked  int     // how many of links there are
	packets Packets // the last counts
	counted bool    // packets holds counts
}

// Graphs are the series of a recorder, by column of time.
type Graphs struct {
	WaitFrame   Series // ms from the frame that takes an input to the frame that shows it; 0 is the same frame. Greatest.
	WaitAck     Series // ms from the frame that takes an input to its ack. Greatest.
	JumpOwn     Series // cm that updates moved the own body, as it was predicted for one instant. Greatest.
	JumpOthers  Series // likewise the bodies of others
	ApartOwn    Series // cm from where the own body was drawn to where the server had it at that instant, told later. Greatest.
	ApartOthers Series // likewise the bodies of others
	Up, Down    Series // packets, sum
	Lost        Series // packets that the emulated network lost both ways, sum
	Unacked     Series // actions, greatest
	SeenDirect  Series // ms from the time of a linked player's action to the first frame that shows it, over the direct link. Greatest.
	Replay      Series // µs of a frame's prediction after an update, greatest
}

// Totals are counts since the beginning of a session.
type Totals struct {
	Corrections [protocol.CauseCount]int
	Replays     int // frames that predicted again
	Updates     int
}

// Mark is a correction.
type Mark struct {
	At    timestream.Duration
	Cause protocol.Cause
	Kind  string  // "body", "blocks" or "bag"
	Jump  float64 // cm, of a body
}

// Update is an update of the server.
type Update struct {
	At      timestream.Duration
	Number  uint64
	Bytes   int
	Entries int
	Acks    int // own actions that it acks
	Gap     timestream.Duration
	Full    bool // it begins with a reset
}

// Stream is the lateness of a time stream.
type Stream struct {
	ID   uint32
	Name string
	Late Series // ms that its stamp lies before the frame's time, greatest
}

// Link is a direct link to another player as it is now.
type Link struct {
	Name      string
	How       string  // "lan", "v6", "direct"; "server" while there is none
	State     string  // in a word
	RoundTrip float64 // ms, 0 for unknown
	Loss      float64 // of the last packets, 0 to 1
	Seen      float64 // ms from the stamp of the last action that came over it to the frame that took it, 0 for unknown
	Lies      int     // actions that came over it and were not so
}

// Packets are counts of packets since a connection was opened.
type Packets struct{ Up, Down, Lost uint64 }

// action is an own action that waits for its frame and its ack.
type action struct {
	number uint64
	at     timestream.Duration
}

// Reset forgets everything but the clock.
func (r *Recorder) Reset() { *r = Recorder{Clock: r.Clock} }

// Now returns the time of the last note.
func (r *Recorder) Now() timestream.Duration { return r.now }

// Marks calls f with the corrections of the last ten seconds, the oldest first.
func (r *Recorder) Marks(f func(m *Mark)) {
	for i := range r.marks.count() {
		if m := r.marks.at(i); r.now-m.At < Columns*ColumnTime {
			f(m)
		}
	}
}

// UpdateCount returns how many updates are kept.
func (r *Recorder) UpdateCount() int { return r.updates.count() }

// UpdateAt returns the i-th kept update, the oldest first.
func (r *Recorder) UpdateAt(i int) *Update { return r.updates.at(i) }

// Streams returns the streams of which the lateness is kept.
func (r *Recorder) Streams() []Stream {
	n := 0
	for n < StreamsKept && r.streams[n].Name != "" {
		n++
	}
	return r.streams[:n]
}

// Bodies returns the bodies that were noted, the own one first; those with Seen before the last frame have left.
func (r *Recorder) Bodies() []Body {
	n := 0
	for n < BodiesKept && r.bodies[n].ID != 0 {
		n++
	}
	return r.bodies[:n]
}

// ring is a list of the last values.
type ring[T any] struct {
	kept [ringLength]T
	n    int // noted so far
}

func (g *ring[T]) add(v T) {
	g.kept[g.n%len(g.kept)] = v
	g.n++
}

func (g *ring[T]) count() int { return min(g.n, len(g.kept)) }

func (g *ring[T]) at(i int) *T { return &g.kept[(g.n-g.count()+i)%len(g.kept)] }
