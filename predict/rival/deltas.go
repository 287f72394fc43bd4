package rival

import (
	"voxtide/physics"
	"voxtide/predict"
	"voxtide/timestream"
	"voxtide/world"
)

// Deltas is Kazap's prediction (McMichael and Pushak, "P = S + sum of deltas"). Each frame runs the player controller on the
// predicted body P and keeps by how much it moved. When a server state S comes, the history is cut to the length of the
// latency L (a round trip; the oldest frame left is shortened), and P becomes S plus the deltas that are left: where the
// server will be after L. If the server's velocity differs from that of the oldest frame left by more than a tolerance, the
// inputs are replayed from S with the server's velocity instead, because then the deltas are those of another flight.
//
// The extrapolation E = P + v*L*multiplier and the converging body that is drawn, C += (E-C)*t, are the drawing "converge"; the
// own body here is P. The times of the states play no part, as in the source: S holds when it comes.
//
// What the pseudo code gets wrong is not copied: history[0] is read when the history may be empty (then S itself is P);
// predictedState.Velocity keeps what it was when the deltas are added (here it is the newest frame's); nothing bounds the
// history (here framesMax frames). The division by L = 0 is the drawing's. Deltas of rotation are left out: the player's own
// yaw is not predicted in this game, which also spares the step from 360 to 0 degrees that the source's sums do not mind.
type Deltas struct {
	base
	own       ownBody
	tolerance int64 // of velocity, in velocity units
	frames    []deltaFrame
	duration  timestream.Duration // of all frames
	received  timestream.Time     // the stamp of the last server state
}

// deltaFrame is a frame of the history.
type deltaFrame struct {
	span  timestream.Duration
	delta world.Vec // by how much the body moved
	vel   world.Vec // at the end of the frame
	keys  world.Keys
	yaw   uint16
}

// framesMax bounds the history: 4 s at 250 frames a second. The oldest frame is dropped beyond it.
const framesMax = 1000

// VelocityTolerance is the tolerance of velocity by default, 0.5 m/s; the source gives no number.
const VelocityTolerance = 500

// NewDeltas returns the method over a received state, to which no prediction is applied.
func NewDeltas(r *predict.Received, o Options, tolerance int64) *Deltas {
	d := &Deltas{tolerance: tolerance}
	d.init(r, o, func() {
		d.begin()
		d.sweep(d.now)
		if slot := d.avatar(); slot != world.NoEntity && d.shownAt > 0 {
			put(&d.R, slot, d.shownAt, &d.shownMotion)
		}
	})
	d.own = ownBody{r: r}
	d.own.step = d.own.walk
	d.body = &d.own
	return d
}

// ResetTime lets the next frame be earlier than the last one. The history is of another time then.
func (d *Deltas) ResetTime() {
	d.base.ResetTime()
	d.frames, d.duration = d.frames[:0], 0
}

// AdvanceTo predicts up to a frame's time. It returns the correction of the own body that the updates brought.
func (d *Deltas) AdvanceTo(to timestream.Time) (c predict.Correction, corrected bool) {
	to = d.beginFrame(to)
	if d.reverted {
		slot := d.avatar()
		var m world.Motion
		var at timestream.Time
		if slot != world.NoEntity {
			e := d.R.W.Entity(slot)
			m, at = e.Motion, e.At
		}
		d.begin()
		d.sweep(d.now)
		if slot != world.NoEntity {
			d.receive(&m, at)
			put(&d.R, slot, d.holdsAt(at), &m)
			if d.updated && d.now > 0 {
				c, corrected = d.compareLast()
			}
		}
	}
	d.advance(to)
	d.endFrame(to)
	return c, corrected
}

// advance runs the controller for a frame and adds it to the history.
func (d *Deltas) advance(to timestream.Time) {
	slot := d.avatar()
	if slot == world.NoEntity {
		d.sweep(to)
		return
	}
	e := d.R.W.Entity(slot)
	from, pos := e.At, e.Motion.Pos
	d.sweep(to) // performs the new actions, each with the body at its moment
	d.own.walk(slot, to)
	e = d.R.W.Entity(slot)
	if e.At <= from {
		return
	}
	f := deltaFrame{span: e.At.Sub(from), vel: e.Motion.Vel, keys: e.Motion.Keys, yaw: e.Motion.Yaw}
	for i := range pos {
		f.delta[i] = e.Motion.Pos[i] - pos[i]
	}
	if len(d.frames) == framesMax {
		d.drop(1)
	}
	d.frames = append(d.frames, f)
	d.duration += f.span
}

// drop removes the oldest n frames.
func (d *Deltas) drop(n int) {
	for i := range d.frames[:n] {
		d.duration -= d.frames[i].span
	}
	d.frames = d.frames[:copy(d.frames, d.frames[n:])]
}

// cut removes the oldest frames until the history is as long as the latency. The last frame touched is shortened.
func (d *Deltas) cut(latency timestream.Duration) {
	over, n := d.duration-latency, 0
	for n < len(d.frames) && over >= d.frames[n].span {
		over -= d.frames[n].span
		n++
	}
	d.drop(n)
	if over <= 0 || len(d.frames) == 0 {
		return
	}
	f := &d.frames[0]
	left := f.span - over
	for i := range f.delta {
		f.delta[i] = f.delta[i] / int64(f.span) * int64(left) //exact: a velocity times a span
	}
	f.span, d.duration = left, d.duration-over
}

// receive turns the received motion S, of time at, into the predicted one P.
func (d *Deltas) receive(m *world.Motion, at timestream.Time) {
	fresh := at != d.received
	d.received = at
	if d.shownAt == 0 {
		return
	}
	if !fresh {
		*m = d.shownMotion
		return
	}
	d.stats.Repredictions++
	d.cut(d.options.roundTrip())
	d.keepOwn(m, &d.shownMotion)
	if len(d.frames) == 0 {
		return
	}
	if far(m.Vel, d.frames[0].vel) > d.tolerance {
		d.replay(m)
		return
	}
	for i := range d.frames {
		for k := range m.Pos {
			m.Pos[k] += d.frames[i].delta[k]
		}
	}
	last := &d.frames[len(d.frames)-1]
	m.Vel, m.Keys, m.Yaw = last.vel, last.keys, last.yaw
	m.BlockedVel, m.Flags = d.shownMotion.BlockedVel, d.shownMotion.Flags
}

// replay runs the controller over the inputs of the history from the received motion, and computes the deltas again.
func (d *Deltas) replay(m *world.Motion) {
	d.stats.NoteResimulated(len(d.frames))
	at := d.now.Add(-d.duration)
	for i := range d.frames {
		f := &d.frames[i]
		pos := m.Pos
		setInput(d.R.W, m, f.keys, f.yaw, at)
		d.own.advance(m, at, at.Add(f.span))
		for k := range pos {
			f.delta[k] = m.Pos[k] - pos[k]
		}
		f.vel = m.Vel
		at = at.Add(f.span)
	}
}

// setInput sets the keys and the yaw of a motion, as the actions SetYaw and SetKeys do.
func setInput(w *world.World, m *world.Motion, keys world.Keys, yaw uint16, at timestream.Time) {
	m.Yaw = yaw
	if m.Flags&world.Creative == 0 {
		keys &^= world.KeyFly
	}
	if keys != m.Keys {
		physics.ApplyKeys(w, &world.EntityKinds[world.KindAvatar], m, keys, at)
	}
}

// far returns the greatest difference of two velocities on an axis.
func far(a, b world.Vec) (most int64) {
	for i := range a {
		d := a[i] - b[i]
		most = max(most, d, -d)
	}
	return most
}
