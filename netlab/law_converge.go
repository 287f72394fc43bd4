package netlab

import (
	"fmt"

	"voxtide/timestream"
	"voxtide/world"
)

// Law 2: when the network has fallen silent, what each client has received equals the server's state in all that the
// client is subscribed to, in full. differs gives the first difference, "" if there is none.

func (l *Lab) differs(s *seat) (first string) {
	s.c.Received(func(w *world.World) {
		of := s.c.Stream()
		for _, f := range [...]func(of timestream.Stream, mine, truth *world.World) string{
			l.sections, l.bodies, l.strangers, l.streams, l.others, l.bags,
		} {
			if first = f(of, w, l.server.World()); first != "" {
				return
			}
		}
		for _, p := range w.SectionList(nil) {
			l.order.end(s.i, p)
		}
	})
	if first == "" {
		first = l.looks(s)
	}
	if n := s.c.Unacked(); first == "" && n > 0 {
		first = fmt.Sprintf("%d actions un-acked", n)
	}
	return first
}

// sections compares the blocks of every section that the server has confirmed as held by the client.
func (l *Lab) sections(of timestream.Stream, mine, truth *world.World) string {
	st := truth.Stream(of)
	if st == nil {
		return "the server does not know the stream"
	}
	for _, sub := range st.Subs {
		a, b := mine.Section(sub.Section), truth.Section(sub.Section)
		switch {
		case a == nil:
			return fmt.Sprintf("section %v is not there", sub.Section)
		case !sub.Confirmed:
			return fmt.Sprintf("section %v is not confirmed", sub.Section)
		case a.Hash() == b.Hash():
			continue
		}
		for i := range world.SectionCells {
			if a.Get(i) != b.Get(i) {
				return fmt.Sprintf("at %v is %v, not %v", sub.Section.At(i), a.Get(i), b.Get(i))
			}
		}
		return fmt.Sprintf("section %v has equal blocks and two hashes", sub.Section)
	}
	for _, p := range mine.SectionList(nil) {
		if truth.Sub(of, p).Epoch == 0 {
			return fmt.Sprintf("section %v is held without a subscription", p)
		}
	}
	return ""
}

// bodies compares every entity that the client knows.
func (l *Lab) bodies(of timestream.Stream, mine, truth *world.World) string {
	for i := range mine.StreamCount() {
		for _, slot := range mine.Bodies(mine.StreamAt(i).Stream) {
			e := mine.Entity(slot)
			t := truth.Find(e.ID)
			if t == world.NoSlot {
				return fmt.Sprintf("%v %x does not exist", world.Kinds[e.Kind].Name, e.ID)
			}
			a, b := *e, *truth.Entity(t)
			a.Motion = a.Motion.After(b.At.Sub(a.At)) // standing: only the instant differs
			a.At = b.At
			if e.ID != world.AvatarID(of) { // of others the parts that only rules read come with the next change
				a.Motion.ActFull, a.Motion.PlaceFull, a.Motion.BreakFull, a.Motion.ChatFull = b.Motion.ActFull, b.Motion.PlaceFull, b.Motion.BreakFull, b.Motion.ChatFull
			}
			if a != b {
				return fmt.Sprintf("%v %x is %+v, not %+v", world.Kinds[e.Kind].Name, e.ID, *e, b)
			}
		}
	}
	return ""
}

// near is how far from the own avatar an entity has to be known, in blocks.
const near = 24

// strangers looks for entities near the client's avatar, in sections that it holds, of which it does not know.
func (l *Lab) strangers(of timestream.Stream, mine, truth *world.World) string {
	own := mine.Find(world.AvatarID(of))
	if own == world.NoSlot {
		return "the own avatar is missing"
	}
	at := mine.Entity(own).Motion.Pos
	for i := range truth.StreamCount() {
		for _, slot := range truth.Bodies(truth.StreamAt(i).Stream) {
			e := truth.Entity(slot)
			close := mine.Has(e.Motion.Pos.Block().Section())
			for a, x := range e.Motion.Pos {
				d := (x - at[a]) / world.Unit
				close = close && d < near && d > -near
			}
			if close && mine.Find(e.ID) == world.NoSlot {
				return fmt.Sprintf("%v %x at %v is not known", world.Kinds[e.Kind].Name, e.ID, e.Motion.Pos.Block())
			}
		}
	}
	return ""
}

// streams compares the own stream: counter, checks, subscriptions. Its stamp may be behind by what is on the way.
func (l *Lab) streams(of timestream.Stream, mine, truth *world.World) string {
	a, b := mine.Stream(of), truth.Stream(of)
	switch {
	case a == nil:
		return "the own stream is missing"
	case a.Stamp > b.Stamp:
		return fmt.Sprintf("the own stream is at %d, on the server at %d", a.Stamp, b.Stamp)
	case a.Counter != b.Counter:
		return fmt.Sprintf("the own counter is %d, not %d", a.Counter, b.Counter)
	case fmt.Sprint(a.Checks) != fmt.Sprint(b.Checks):
		return fmt.Sprintf("the own checks are %v, not %v", a.Checks, b.Checks)
	case len(a.Subs) != len(b.Subs):
		return fmt.Sprintf("%d subscriptions, not %d", len(a.Subs), len(b.Subs))
	}
	for i := range a.Subs {
		if a.Subs[i] != b.Subs[i] {
			return fmt.Sprintf("subscription %+v, not %+v", a.Subs[i], b.Subs[i])
		}
	}
	return ""
}

// others compares what the client holds of the world's day and of the streams of others: names, counters, and the checks in
// sections that it is subscribed to.
func (l *Lab) others(of timestream.Stream, mine, truth *world.World) string {
	if mine.Day() != truth.Day() {
		return fmt.Sprintf("the day is moved by %v, not %v", mine.Day(), truth.Day())
	}
	for i := range mine.StreamCount() {
		a := mine.StreamAt(i)
		b := truth.Stream(a.Stream)
		if b == nil {
			return fmt.Sprintf("%s is known and not there", who(a.Stream))
		}
		var checks []world.Pos
		for _, p := range b.Checks {
			if truth.Sub(of, p.Section()).Epoch != 0 {
				checks = append(checks, p)
			}
		}
		switch {
		case a.Name != b.Name:
			return fmt.Sprintf("the name of %s is %q, not %q", who(a.Stream), a.Name, b.Name)
		case a.Counter != b.Counter:
			return fmt.Sprintf("the counter of %s is %d, not %d", who(a.Stream), a.Counter, b.Counter)
		case fmt.Sprint(a.Checks) != fmt.Sprint(checks):
			return fmt.Sprintf("the checks of %s are %v, not %v", who(a.Stream), a.Checks, checks)
		}
		l.heldOthers++
	}
	return ""
}

// lookNear is within how many blocks a look is told however far apart frames are: nearer than it is told at all.
const lookNear = 48

// looks compares how far up others look, as far as the client is near enough to be told.
func (l *Lab) looks(s *seat) (first string) {
	s.c.Received(func(w *world.World) {
		own := w.Find(world.AvatarID(s.c.Stream()))
		for _, o := range l.seats {
			if o == s || o.c == nil || own == world.NoSlot || w.Find(world.AvatarID(o.c.Stream())) == world.NoSlot {
				continue
			}
			at, to := w.Entity(own).Motion.Pos, w.Entity(w.Find(world.AvatarID(o.c.Stream()))).Motion.Pos
			close := true
			for a := range at {
				d := (to[a] - at[a]) / world.Unit
				close = close && d < lookNear/2 && d > -lookNear/2
			}
			if mine, is := s.c.Pitch(o.c.Stream()), pitchOf(&o.in); close && mine != is {
				first = fmt.Sprintf("%s looks %d degrees up, not %d", o.name, mine, is)
			}
			l.heldLooks++
		}
	})
	return first
}

// bags compares the own inventory.
func (l *Lab) bags(of timestream.Stream, mine, truth *world.World) string {
	a, b := mine.Player(of), truth.Player(of)
	switch {
	case a == nil || b == nil:
		return "the own player is missing"
	case a.Name != b.Name:
		return fmt.Sprintf("the own name is %q, not %q", a.Name, b.Name)
	case a.Last > b.Last:
		return fmt.Sprintf("last action %d, not %d", a.Last, b.Last)
	}
	for i := range a.Slots {
		if a.Slots[i] != b.Slots[i] {
			return fmt.Sprintf("slot %d holds %v, not %v", i, a.Slots[i], b.Slots[i])
		}
	}
	if a.Selected != b.Selected {
		return fmt.Sprintf("slot %d is in the hand, not %d", a.Selected, b.Selected)
	}
	return ""
}
