// Package predict is what a client does between two pictures: it keeps the actions that are not acked, reverts what it
// predicted, receives a frame, and predicts anew up to the picture's time.
//
// Owner: the client. It uses no estimate of a round trip anywhere.
//
// Data flow of a picture: Push (own actions) and Receive (frames, sections) come first; the first Receive reverts all
// predictions by their undo records, newest first. Picture then sweeps once through time from the received state: at
// each mark and each un-acked action, in order, all streams stand at that moment.
//
// Invariants: predict and revert leave the received state's hash unchanged; extending yesterday's prediction equals
// predicting anew (Check compares both at every picture); a body of another stream may lag behind the sweep as long
// as nothing near it changes, because an advance may be cut anywhere.
package predict

import (
	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

// Predictor shows the received state with all that is predicted on top: the time-stream strategy.
type Predictor struct {
	Received
	// Check makes the predictor revert and predict anew on purpose, and compare; a difference is put in Broken. It does so
	// before a prediction that was extended is taken back, and in each anewEvery-th picture that has a frame, for
	// the cut that comparing with the last picture makes. Every makes it do so in every picture.
	Every bool
	Check bool
	// Sampled makes frames leave the received state of others in Samples.
	Sampled bool

	sim      sim.Sim
	now      timestream.Time // of the last picture
	swept    timestream.Time // to where the present prediction has been swept
	reverted bool            // no prediction is applied
	received uint64          // hash of the received state, when Check is on
	was      world.Motion    // own body at the last picture
	wasAt    timestream.Time
	path     span
	frames   bool // a frame was applied since the last picture

	ghosts   []ghost // where all bodies were at the end of the last picture
	pictures int
	extended bool // the present prediction was extended and not compared

	lookouts []lookout // by slot

	touched []Cell
	visible []Cell
	loose   []world.Pos // where the own stream set blocks free in the prediction before this one
	foreign []world.Pos // blocks that others' streams changed in the predictions since the last frame

	// What own doing came to, for corrections of blocks and bag.
	sweeping  bool        // the present prediction is being made
	mine      []world.Pos // cells that own doing changed in it
	doing     []deed      // own actions that it performed or refused, and what came of them
	did       []deed      // the same, of the last picture
	shown     []outcome   // at the end of the last picture
	bag       bag         // the same, of the inventory
	bagBefore bag         // as it was received before the frames of this picture, and after them
	bagAfter  bag
	list      []Correction // of the last picture, of all kinds
}

// New returns a predictor for a client's own stream, with nothing received.
func New(own timestream.Stream) *Predictor {
	p := &Predictor{reverted: true}
	p.init(own)
	p.sim = sim.Sim{R: &p.R, Own: own}
	p.R.Author = own // but where another's update or action is predicted
	p.R.Touched = func(at world.Pos, before world.Block) {
		p.touched = append(p.touched, Cell{at, before})
		switch {
		case p.R.Author != p.Own:
			p.foreign = append(p.foreign, at)
		case p.sweeping && (len(p.mine) == 0 || p.mine[len(p.mine)-1] != at):
			p.mine = append(p.mine, at)
		}
	}
	return p
}

// Push adds an own action, which must lie after the last picture's time. It is predicted in the next picture.
func (p *Predictor) Push(a *actions.Action) { p.enter(p.Own).push(a) }

// What a peer says directly is bounded: so many actions that the server has not acked, and so far from now. The rest is
// dropped; the server tells it.
const (
	peerMax    = 512
	peerWindow = 5 * timestream.Second
)

// PushPeer adds an action of a directly linked peer. It stays until an ack names the peer.
func (p *Predictor) PushPeer(s timestream.Stream, a *actions.Action) {
	if s == p.Own || s == timestream.Server || a.At > p.now.Add(peerWindow) || a.At < p.now.Add(-peerWindow) {
		return
	}
	q := p.enter(s)
	if len(q.acts) >= peerMax || !q.wants(a) {
		return
	}
	if a.At <= p.now { // it belongs before what has been predicted, which ends without it
		p.Revert()
		p.frames = true
		if a.Kind.Touches() {
			p.influences.block(a.Pos, CauseStream)
		} else if slot := p.R.W.Find(world.AvatarID(s)); slot != world.NoSlot {
			p.influences.body(p.R.W.Entity(slot))
		}
	}
	q.push(a)
}

// Performed returns the number of the last own action that shows, predicted or acked.
func (p *Predictor) Performed() uint64 {
	q := p.queue(p.Own)
	if q == nil {
		return 0
	}
	if q.performed > 0 {
		return q.acts[q.performed-1].Number
	}
	return q.acked
}

// Now returns the last picture's time.
func (p *Predictor) Now() timestream.Time { return p.now }

// Revert takes all predictions back: the state is the received one. Picture predicts again.
func (p *Predictor) Revert() {
	if p.reverted {
		return
	}
	if p.extended { // its end is where Check compares it
		p.again(p.now)
	}
	p.R.Revert()
	p.reverted = true
	p.bagBefore = p.carried()
	for _, q := range p.queues {
		q.performed = 0
	}
	if p.Check && p.Broken == "" && p.R.W.Hash() != p.received {
		p.Broken = "law 1: reverting does not give the received state"
	}
}

// Receive applies a frame.
func (p *Predictor) Receive(f *protocol.Frame) error {
	p.Revert()
	p.frames = true
	return p.apply(f)
}

// Snapshot applies a section from the bulk lane.
func (p *Predictor) Snapshot(s protocol.Snapshot, sec *world.Section) {
	p.Revert()
	p.snapshot(s, sec)
	p.R.Commit()
}

// anewEvery is how many pictures with a frame go for one that is predicted twice.
const anewEvery = 8

// Picture predicts up to the picture's time and returns the correction that the frames since the last one brought.
func (p *Predictor) Picture(to timestream.Time) (c Correction, corrected bool) {
	to = max(to, p.now)
	p.Jumps, p.Corrected = p.Jumps[:0], p.Corrected[:0]
	extended := !p.reverted
	if p.reverted {
		before := len(p.foreign)
		p.begin()
		if p.frames {
			if p.Sampled {
				p.sample()
			}
			c, corrected = p.compareLast()
			p.frames = false
			p.foreign = p.foreign[:copy(p.foreign, p.foreign[before:])]
		}
	}
	p.influences.clear()
	p.sweep(to)
	p.now = to
	p.pictures++
	p.sim.Check = p.Check
	if p.Check && (p.Every || !extended && p.pictures%anewEvery == 0) {
		p.again(to)
	} else {
		p.extended = p.Check && extended
	}
	if s := p.R.W.Find(world.AvatarID(p.Own)); s != world.NoSlot {
		e := p.R.W.Entity(s)
		p.was, p.wasAt = e.Motion, e.At
	}
	p.note()
	p.outcomes()
	return c, corrected
}

// begin starts a sweep from the received state.
func (p *Predictor) begin() {
	p.sim.Lifted = p.sim.Lifted[:0]
	p.loose = append(p.loose[:0], p.sim.Loose...)
	p.sim.Loose = p.sim.Loose[:0]
	p.mine, p.doing = p.mine[:0], p.doing[:0]
	p.bagAfter = p.carried()
	if p.Check {
		p.received = p.R.W.Hash()
	}
	p.freeze()
	p.reverted = false
	w := p.R.W
	p.swept = timestream.Never
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		p.swept = min(p.swept, st.Stamp)
		for _, s := range w.AwakeAt(i) {
			if !p.sim.Frozen[s] {
				p.swept = min(p.swept, w.Entity(s).At)
			}
		}
	}
	p.swept = max(p.swept, p.oldest())
	if s := w.Find(world.AvatarID(p.Own)); s != world.NoSlot {
		at := w.Entity(s).Motion.Pos.Block()
		p.path = span{at, at}
	}
}

// compareLast predicts to the last picture's time and compares what own doing has come to with what was shown then. It returns
// the correction of the body; those of blocks and of the bag are Corrected.
func (p *Predictor) compareLast() (c Correction, corrected bool) {
	slot := p.R.W.Find(world.AvatarID(p.Own))
	if p.now == 0 || p.wasAt == 0 || slot == world.NoSlot {
		return c, false
	}
	if st := p.R.W.Stream(p.Own); st == nil {
		return c, false
	} else if st.Stamp > p.now { // the server took the stream beyond what is shown: actions wait for its stamp
		p.influences.add(CauseStall)
		p.influences.beyond = true
	}
	p.sweep(p.now)
	for _, at := range p.foreign { // in the last prediction or in this one
		p.influences.block(at, CauseStream)
	}
	p.measure()
	p.list = p.list[:0]
	e := p.R.W.Entity(p.R.W.Find(world.AvatarID(p.Own)))
	switch {
	case e.At == p.wasAt && e.Motion == p.was:
	case e.At != p.wasAt && e.Motion == p.was.After(e.At.Sub(p.wasAt)): // the server has taken the stream further, along the same line
	default:
		c, corrected = p.bodyOf(e), true
		p.list = append(p.list, c)
	}
	p.list = p.compareOutcomes(p.list)
	if len(p.list) == 0 {
		return c, false
	}
	p.list = p.compareDeeds(p.list)
	p.explain(p.list)
	for i := range p.list {
		switch p.list[i].Kind {
		case KindBody:
			c = p.list[i]
		case KindBlocks, KindBag:
			p.Corrected = append(p.Corrected, p.list[i])
		}
	}
	return c, corrected
}

// bodyOf makes the correction of the own body.
func (p *Predictor) bodyOf(e *world.Entity) Correction {
	p.path.include(e.Motion.Pos.Block())
	p.path.include(p.was.Pos.Block())
	c := Correction{At: p.now, Was: p.was, Is: e.Motion, Frame: p.frame}
	for i := range c.Was.Pos {
		d := c.Was.Pos[i] - c.Is.Pos[i]
		c.Distance = max(c.Distance, d, -d)
	}
	return c
}

// again reverts and predicts anew on purpose: it must change nothing.
func (p *Predictor) again(to timestream.Time) {
	p.extended = false
	h := p.R.W.Hash()
	p.Revert()
	p.begin()
	p.sweep(to)
	if p.Broken != "" {
		return
	}
	if p.R.W.Hash() != h {
		p.Broken = "law 11: predicting anew is not what extending gave"
	}
	if p.sim.Wrong > 0 {
		p.Broken = "law 11: what was remembered of a prediction is not what it gives"
	}
}

// Visible returns the blocks that look different from what they were when it was last called, each with what was seen
// before. Valid until the next call.
func (p *Predictor) Visible() []Cell {
	p.visible = firsts(p.visible[:0], p.touched, p.R.W)
	p.touched = p.touched[:0]
	return p.visible
}

// Inspect shows f the received state, with all predictions taken back, and predicts again.
func (p *Predictor) Inspect(f func(w *world.World)) {
	was := p.reverted
	p.Revert()
	f(p.R.W)
	if !was {
		p.begin()
		p.sweep(p.now)
	}
}

// Restart lets the next picture's time be earlier than the last one's: the clock has been set back.
func (p *Predictor) Restart() { p.Revert(); p.now, p.wasAt = 0, 0 }
