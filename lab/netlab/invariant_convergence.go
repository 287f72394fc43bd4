package netlab

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"voxtide/timestream"
	"voxtide/world"
)

// Law 2: when the network is quiet, each client's received state equals the server's in everything that the client is
// subscribed to. compareClient returns the first difference, "" if there is none.

func (l *simulation) compareClient(s *simClient) (first string) {
	s.client.InspectReceived(func(w *world.World) {
		of := s.client.Stream()
		for _, f := range [...]func(of timestream.Stream, mine, truth *world.World) string{
			l.compareSections, l.compareEntities, l.missingEntities, l.compareOwnStream, l.compareOtherStreams, l.compareInventory,
		} {
			if first = f(of, w, l.server.World()); first != "" {
				return
			}
		}
		for _, p := range w.AppendSections(nil) {
			l.laws.order.checkComplete(s.index, p)
		}
	})
	if first == "" {
		first = l.comparePitches(s)
	}
	if n := s.client.UnackedCount(); first == "" && n > 0 {
		first = fmt.Sprintf("%d actions un-acked", n)
	}
	return first
}

// compareSections compares the blocks of every section that the client has confirmed.
func (l *simulation) compareSections(of timestream.Stream, mine, truth *world.World) string {
	st := truth.Stream(of)
	if st == nil {
		return "the server does not know the stream"
	}
	for sub := range st.Subscriptions.All() {
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
				return fmt.Sprintf("at %v is %v, not %v", sub.Section.PosAt(i), a.Get(i), b.Get(i))
			}
			before, since := a.Turn(i)
			if trulyBefore, trulySince := b.Turn(i); before != trulyBefore || since != trulySince {
				return fmt.Sprintf("at %v %v is %v until %d, not %v until %d", sub.Section.PosAt(i), a.Get(i), before, since, trulyBefore, trulySince)
			}
		}
		for i := range world.SectionCells {
			x, y := a.BlockEntity(i), b.BlockEntity(i)
			if (x == nil) != (y == nil) || x != nil && !reflect.DeepEqual(*x, *y) {
				return fmt.Sprintf("at %v is held %+v, not %+v", sub.Section.PosAt(i), x, y)
			}
		}
		return fmt.Sprintf("section %v has equal blocks and two hashes", sub.Section)
	}
	for _, p := range mine.AppendSections(nil) {
		if truth.Subscription(of, p).Epoch == 0 {
			return fmt.Sprintf("section %v is held without a subscription", p)
		}
	}
	return ""
}

// compareEntities compares every entity that the client knows.
func (l *simulation) compareEntities(of timestream.Stream, mine, truth *world.World) string {
	for i := range mine.StreamCount() {
		for _, slot := range mine.Bodies(mine.StreamAt(i).Stream) {
			e := mine.Entity(slot)
			t := truth.Find(e.ID)
			if t == world.NoEntity {
				return fmt.Sprintf("%v %x does not exist", world.EntityKinds[e.Kind].Name, e.ID)
			}
			a, b := *e, *truth.Entity(t)
			a.Motion = a.Motion.Extrapolated(b.At.Sub(a.At)) // at rest: only the instant differs
			a.At = b.At
			if e.ID != world.AvatarID(of) { // the parts of other players' motion that only rules read come with the next change
				a.Motion.ActFullAt, a.Motion.PlaceFullAt, a.Motion.BreakFullAt, a.Motion.ChatFullAt, a.Motion.HitFullAt = b.Motion.ActFullAt, b.Motion.PlaceFullAt, b.Motion.BreakFullAt, b.Motion.ChatFullAt, b.Motion.HitFullAt
			}
			if a != b {
				return fmt.Sprintf("%v %x is %+v, not %+v", world.EntityKinds[e.Kind].Name, e.ID, *e, b)
			}
		}
	}
	return ""
}

// entityNear is the distance from the own avatar within which an entity must be known, in blocks.
const entityNear = 24

// missingEntities looks for entities near the client's avatar, in sections that it holds, that it does not know.
func (l *simulation) missingEntities(of timestream.Stream, mine, truth *world.World) string {
	own := mine.Find(world.AvatarID(of))
	if own == world.NoEntity {
		return "the own avatar is missing"
	}
	at := mine.Entity(own).Motion.Pos
	for i := range truth.StreamCount() {
		for _, slot := range truth.Bodies(truth.StreamAt(i).Stream) {
			e := truth.Entity(slot)
			close := mine.HasSection(e.Motion.Pos.Block().Section())
			for a, x := range e.Motion.Pos {
				d := (x - at[a]) / world.Unit
				close = close && d < entityNear && d > -entityNear
			}
			if close && mine.Find(e.ID) == world.NoEntity {
				return fmt.Sprintf("%v %x at %v is not known", world.EntityKinds[e.Kind].Name, e.ID, e.Motion.Pos.Block())
			}
		}
	}
	return ""
}

// compareOwnStream compares the own stream: counter, checks, subscriptions. Its stamp may lag by what is in flight.
func (l *simulation) compareOwnStream(of timestream.Stream, mine, truth *world.World) string {
	a, b := mine.Stream(of), truth.Stream(of)
	switch {
	case a == nil:
		return "the own stream is missing"
	case a.Stamp > b.Stamp:
		return fmt.Sprintf("the own stream is at %d, on the server at %d", a.Stamp, b.Stamp)
	case a.Counter != b.Counter:
		return fmt.Sprintf("the own counter is %d, not %d", a.Counter, b.Counter)
	case fmt.Sprint(a.SupportChecks) != fmt.Sprint(b.SupportChecks):
		return fmt.Sprintf("the own checks are %v, not %v", a.SupportChecks, b.SupportChecks)
	case a.Subscriptions.Len() != b.Subscriptions.Len():
		return fmt.Sprintf("%d subscriptions, not %d", a.Subscriptions.Len(), b.Subscriptions.Len())
	}
	for i := range a.Subscriptions.Len() {
		if x, y := a.Subscriptions.At(i), b.Subscriptions.At(i); x != y {
			return fmt.Sprintf("subscription %+v, not %+v", x, y)
		}
	}
	return ""
}

// compareOtherStreams compares the time of day and the streams of others: names, counters, and the checks in sections
// that the client is subscribed to.
func (l *simulation) compareOtherStreams(of timestream.Stream, mine, truth *world.World) string {
	if mine.DayOffset() != truth.DayOffset() {
		return fmt.Sprintf("the day is moved by %v, not %v", mine.DayOffset(), truth.DayOffset())
	}
	if mine.Rules() != truth.Rules() {
		return fmt.Sprintf("the rules are %+v, not %+v", mine.Rules(), truth.Rules())
	}
	for i := range mine.StreamCount() {
		a := mine.StreamAt(i)
		b := truth.Stream(a.Stream)
		if b == nil {
			return fmt.Sprintf("%s is known and not there", streamName(a.Stream))
		}
		var checks []world.Pos
		for _, p := range b.SupportChecks {
			if truth.Subscription(of, p.Section()).Epoch != 0 {
				checks = append(checks, p)
			}
		}
		known := a.SupportChecks
		if a.Stream == timestream.Server { // no client runs them: a section that comes again brings its own after the others
			known = slices.SortedFunc(slices.Values(known), comparePos)
			slices.SortFunc(checks, comparePos)
		}
		switch {
		case a.Name != b.Name:
			return fmt.Sprintf("the name of %s is %q, not %q", streamName(a.Stream), a.Name, b.Name)
		case a.Counter != b.Counter:
			return fmt.Sprintf("the counter of %s is %d, not %d", streamName(a.Stream), a.Counter, b.Counter)
		case fmt.Sprint(known) != fmt.Sprint(checks):
			return fmt.Sprintf("the checks of %s are %v, not %v", streamName(a.Stream), known, checks)
		}
		l.heldOthers++
	}
	return ""
}

// pitchNear is the distance, in blocks, within which a pitch is told at any update rate: less than the distance
// within which it is told at all.
const pitchNear = 48

// comparePitches compares the pitches of other players near the client.
func (l *simulation) comparePitches(s *simClient) (first string) {
	s.client.InspectReceived(func(w *world.World) {
		own := w.Find(world.AvatarID(s.client.Stream()))
		for _, o := range l.clients {
			if o == s || o.client == nil || own == world.NoEntity || w.Find(world.AvatarID(o.client.Stream())) == world.NoEntity {
				continue
			}
			at, to := w.Entity(own).Motion.Pos, w.Entity(w.Find(world.AvatarID(o.client.Stream()))).Motion.Pos
			close := true
			for a := range at {
				d := (to[a] - at[a]) / world.Unit
				close = close && d < pitchNear/2 && d > -pitchNear/2
			}
			if mine, is := s.client.PitchOf(o.client.Stream()), pitchOf(&o.input); close && mine != is {
				first = fmt.Sprintf("%s looks %d degrees up, not %d", o.name, mine, is)
			}
			l.heldLooks++
		}
	})
	return first
}

// compareInventory compares the own inventory.
func (l *simulation) compareInventory(of timestream.Stream, mine, truth *world.World) string {
	a, b := mine.Player(of), truth.Player(of)
	switch {
	case a == nil || b == nil:
		return "the own player is missing"
	case a.Name != b.Name:
		return fmt.Sprintf("the own name is %q, not %q", a.Name, b.Name)
	case a.LastAction > b.LastAction:
		return fmt.Sprintf("last action %d, not %d", a.LastAction, b.LastAction)
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

func comparePos(a, b world.Pos) int {
	return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z))
}
