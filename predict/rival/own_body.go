package rival

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/physics"
	"voxtide/predict"
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

// ownBody moves the own body for the methods that do not replay it with the world: the "player controller" of Kazap and
// SimulatePlayerState of Jiménez Morales. It keeps, for each un-acked action, where the body stood when the action was made,
// so that the action is laid over a later received state as it was judged then. Picking items up is no matter of these
// methods: it shows when it comes back.
type ownBody struct {
	r     *predict.Received
	stood []standing // of the un-acked actions, in order of number
	// step moves the body to the moment of an action that is new; nil: the body waits for its next step.
	step func(slot world.EntitySlot, to timestream.Time)
	// input takes a new change of keys or yaw and reports whether the body gets it by the action itself.
	input func(a *actions.Action) bool
}

// standing is the own body at the moment of an action.
type standing struct {
	number uint64
	motion world.Motion
}

// forget drops the records of the actions up to a number.
func (o *ownBody) forget(acked uint64) {
	k := 0
	for k < len(o.stood) && o.stood[k].number <= acked {
		k++
	}
	o.stood = o.stood[:copy(o.stood, o.stood[k:])]
}

// stand puts the body where it stood when an action was made, and reports whether the action is to be performed: keys and yaw
// that the body has followed already are not.
func (o *ownBody) stand(slot world.EntitySlot, a *actions.Action, at timestream.Time) bool {
	input := a.Kind == actions.SetKeys || a.Kind == actions.SetYaw
	for i := range o.stood {
		if o.stood[i].number == a.Number {
			if input {
				return false
			}
			o.r.R.SetMotion(slot, at, &o.stood[i].motion)
			return true
		}
	}
	if o.step != nil {
		o.step(slot, at)
	}
	o.stood = append(o.stood, standing{a.Number, o.r.R.W.Entity(slot).Motion})
	return !input || o.input == nil || o.input(a)
}

// walk moves the body in the world to an instant.
func (o *ownBody) walk(slot world.EntitySlot, to timestream.Time) {
	e := o.r.R.W.Entity(slot)
	if e.At >= to {
		return
	}
	m, at := e.Motion, e.At
	o.advance(&m, at, to)
	o.r.R.SetMotion(slot, to, &m)
}

// advance moves a motion of the own body from an instant to another one, among the blocks of the world.
func (o *ownBody) advance(m *world.Motion, from, to timestream.Time) {
	w, k := o.r.R.W, &world.EntityKinds[world.KindAvatar]
	for tick := from.NextTick(); tick <= to; tick = tick.NextTick() {
		physics.Continuous(w, k, m, tick.Sub(from))
		if o.landKnown(m.Pos.Block()) {
			m.Flags &^= world.Suspended
		} else {
			m.Flags |= world.Suspended
		}
		physics.Discrete(w, k, m, tick)
		from = tick
	}
	if to > from {
		physics.Continuous(w, k, m, to.Sub(from))
	}
}

// landKnown reports whether the sections around a cell are here and confirmed: elsewhere a body stands still.
func (o *ownBody) landKnown(p world.Pos) bool {
	const r = sim.KnownReach
	lo := world.Pos{X: p.X - r, Y: max(p.Y-r, world.MinY), Z: p.Z - r}.Section()
	hi := world.Pos{X: p.X + r, Y: min(p.Y+r, world.MaxY), Z: p.Z + r}.Section()
	w := o.r.R.W
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				at := world.SectionPos{X: x, Y: y, Z: z}
				if !w.HasSection(at) || !w.Subscription(o.r.Own, at).Confirmed {
					return false
				}
			}
		}
	}
	return true
}

// put sets the body in the world.
func put(r *edits.Recorder, slot world.EntitySlot, at timestream.Time, m *world.Motion) {
	if e := r.W.Entity(slot); e.At != at || e.Motion != *m {
		r.SetMotion(slot, at, m)
	}
}

// holdsAt returns the instant of a body that is taken over from a received state of an instant: the last frame's time, as neither
// source asks how old a state is. Before the first frame it is the state's own.
func (b *base) holdsAt(received timestream.Time) timestream.Time {
	if b.shownAt == 0 {
		return received
	}
	return b.now
}

// keepOwn sets those parts of a received motion that own actions decide to what is held, where the server has not answered:
// the keys and the yaw that the player holds, breaking, and the allowances of actions.
func (b *base) keepOwn(m, held *world.Motion) {
	queue := b.Unacked()
	for i := range queue {
		switch queue[i].Kind {
		case actions.SetKeys:
			m.Keys = held.Keys
		case actions.SetYaw:
			m.Yaw = held.Yaw
		}
	}
	if len(queue) > 0 {
		moved := *m
		*m = *held
		m.Pos, m.Vel, m.BlockedVel, m.Flags, m.Keys, m.Yaw = moved.Pos, moved.Vel, moved.BlockedVel, moved.Flags, moved.Keys, moved.Yaw
	}
}
