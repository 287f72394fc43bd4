package predict

import (
	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Cause names why the own body is not where it was predicted to be. It is the protocol's, because reports tell it.
type Cause = protocol.Cause

// The causes. Unexplained must never be seen.
const (
	Unexplained = protocol.Unexplained
	CauseEdit   = protocol.CauseEdit
	CauseBody   = protocol.CauseBody
	CauseStream = protocol.CauseStream
	CauseMoved  = protocol.CauseMoved
	CauseHeld   = protocol.CauseHeld
	CauseStall  = protocol.CauseStall
	CauseWhole  = protocol.CauseWhole
	CauseDisk   = protocol.CauseDisk
	Causes      = protocol.Causes
)

// Correction is a difference between where the own body was predicted to be at a picture's time and where the same
// prediction stands after a frame.
type Correction struct {
	At       timestream.Time // of the picture
	Cause    Cause
	Was, Is  world.Motion
	Frame    uint64
	Distance int64 // greatest difference of an axis, in position units
}

// influences gathers what others did, from the frames of one picture, so that a correction can be given its cause.
type influences struct {
	certain [Causes]bool // causes that need no place
	blocks  []place
	bodies  []body
	secs    []world.SectionPos
	targets []world.Pos // of own actions that were acked
	landed  []world.Vec // near which own sand came down
}

// body is a body of another stream of which a frame told. One that falls can land anywhere in its way; the others pass
// through each other and matter where a block was to be placed.
type body struct {
	at    world.Vec
	falls bool
}

type place struct {
	pos   world.Pos
	cause Cause
}

func (f *influences) clear() {
	f.certain = [Causes]bool{}
	f.blocks, f.bodies, f.secs, f.targets = f.blocks[:0], f.bodies[:0], f.secs[:0], f.targets[:0]
	f.landed = f.landed[:0]
}

func (f *influences) add(c Cause)                { f.certain[c] = true }
func (f *influences) block(p world.Pos, c Cause) { f.blocks = append(f.blocks, place{p, c}) }
func (f *influences) body(e *world.Entity) {
	f.bodies = append(f.bodies, body{e.Motion.Pos, e.Kind == world.KindFalling})
}
func (f *influences) section(p world.SectionPos) { f.secs = append(f.secs, p) }
func (f *influences) landing(at world.Vec)       { f.landed = append(f.landed, at) }
func (f *influences) target(p world.Pos)         { f.targets = append(f.targets, p) }
func (f *influences) refused(why actions.Refusal) {
	switch why {
	case actions.BodyInWay, actions.FallsThere:
		f.add(CauseBody)
	case actions.DiskFull, actions.DiskFails:
		f.add(CauseDisk)
	}
	if why.ByServer() {
		f.add(CauseMoved)
	}
}

// span is a box of blocks: where the own body was and acted since the received state.
type span struct{ lo, hi world.Pos }

func (s *span) include(p world.Pos) {
	s.lo = world.Pos{X: min(s.lo.X, p.X), Y: min(s.lo.Y, p.Y), Z: min(s.lo.Z, p.Z)}
	s.hi = world.Pos{X: max(s.hi.X, p.X), Y: max(s.hi.Y, p.Y), Z: max(s.hi.Z, p.Z)}
}

// nearBlocks is how far from the own path and targets something must be to have had no influence, in blocks.
const nearBlocks = 3

func (s *span) near(p world.Pos) bool {
	const n = nearBlocks
	return p.X >= s.lo.X-n && p.X <= s.hi.X+n && p.Y >= s.lo.Y-n && p.Y <= s.hi.Y+n && p.Z >= s.lo.Z-n && p.Z <= s.hi.Z+n
}

// cause names the cause of a correction of a body that was and acted within s.
func (f *influences) cause(s *span) Cause {
	for _, p := range f.targets {
		s.include(p)
	}
	for _, c := range [...]Cause{CauseWhole, CauseStall, CauseHeld, CauseMoved, CauseDisk} {
		if f.certain[c] {
			return c
		}
	}
	for _, b := range f.blocks {
		if s.near(b.pos) {
			return b.cause
		}
	}
	for _, b := range f.bodies {
		if b.falls && s.near(b.at.Block()) || f.aimed(b.at.Block()) {
			return CauseStream
		}
	}
	for _, p := range f.secs {
		o := p.Origin()
		if s.hi.X >= o.X-8 && s.lo.X <= o.X+24 && s.hi.Y >= o.Y-8 && s.lo.Y <= o.Y+24 && s.hi.Z >= o.Z-8 && s.lo.Z <= o.Z+24 {
			return CauseMoved
		}
	}
	return Unexplained
}

// aimed tells whether a cell is near the target of an own action.
func (f *influences) aimed(p world.Pos) bool {
	for _, t := range f.targets {
		if at := (span{t, t}); at.near(p) {
			return true
		}
	}
	return false
}

// hindered tells whether a body of another stream is near the target of an own action, when one was refused because a
// body was in the way.
func (p *Predictor) hindered() bool {
	if !p.influences.certain[CauseBody] {
		return false
	}
	w := p.R.W
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		if of == p.Own {
			continue
		}
		for _, slot := range w.Awake(of) {
			if e := w.Entity(slot); (world.Kinds[e.Kind].Hinders || e.Kind == world.KindFalling) && p.influences.aimed(e.Motion.Pos.Block()) {
				return true
			}
		}
	}
	return false
}

// inTheWay tells whether a body of another stream is so near to where own sand came down that the server may have found
// it in the cell, or not found it there: it judges others where they are on its side, and they move on their own time.
func (p *Predictor) inTheWay() bool {
	w := p.R.W
	for _, at := range p.influences.landed {
		s := span{at.Block(), at.Block()}
		if !p.path.near(at.Block()) {
			continue
		}
		for i := range w.StreamCount() {
			of := w.StreamAt(i).Stream
			if of == p.Own {
				continue
			}
			for _, slot := range w.Bodies(of) {
				if s.near(w.Entity(slot).Motion.Pos.Block()) {
					return true
				}
			}
		}
	}
	return false
}
