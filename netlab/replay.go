package netlab

import (
	"fmt"
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

// replay is a fresh world in which the same stamped actions happen at zero delay: all streams stand at the same moment,
// each action at its stamp.
type replay struct {
	r   edits.Recorder
	sim sim.Sim
	at  timestream.Time
}

// loader is the stream by which a replay's sections come in.
const loader timestream.Stream = 1<<32 - 1

// newReplay makes a world of the given sections in which nothing has happened. It comes in as it does to a client: by
// subscriptions and snapshots.
func newReplay(sections []world.SectionPos, land func(world.SectionPos) *world.Section, at timestream.Time) (*replay, error) {
	p := predict.New(loader)
	f := protocol.Frame{Number: 1, Entries: []protocol.Entry{
		{Kind: protocol.EntryEdit, Edit: edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, At: at, Number: 1}},
		{Kind: protocol.EntryEdit, Edit: edits.Edit{Kind: edits.AddStream, Stream: loader, At: timestream.Never, Number: 1}},
	}}
	for _, s := range sections {
		sub := edits.Sub(loader, world.Sub{Section: s, Epoch: 1, Confirmed: true})
		f.Entries = append(f.Entries, protocol.Entry{Kind: protocol.EntryEdit, Edit: sub})
	}
	if err := p.Receive(&f); err != nil {
		return nil, err
	}
	for _, s := range sections {
		p.Snapshot(protocol.Snapshot{Section: s, Epoch: 1}, land(s))
	}
	r := &replay{at: at}
	r.r.W = p.World()
	r.sim = sim.Sim{R: &r.r, All: true}
	return r, nil
}

// to lets time come to an instant on all streams, mark by mark, in order of stream.
func (r *replay) to(at timestream.Time) {
	w := r.r.W
	for r.at < at {
		next := min(at, r.at.NextMark())
		for i := range w.StreamCount() {
			if s := w.StreamAt(i).Stream; s != loader {
				r.sim.Advance(s, next)
			}
		}
		r.at = next
	}
	r.r.Commit()
}

// tell lets one thing happen at its instant.
func (r *replay) tell(t *told) {
	r.to(t.at)
	if t.action.Kind != actions.None {
		a := t.action
		actions.Do(&r.r, t.stream, t.at, &a)
	} else {
		r.r.Author = t.edit.Author
		r.r.Do(t.edit)
		if t.edit.Kind == edits.AddStream {
			r.sim.Advance(t.stream, r.at)
		}
	}
	r.r.Commit()
}

// shown is a sample of a client's path, with its stream.
type shown struct {
	stream timestream.Stream
	sample
}

// paths compares what the clients showed with the replay: law 5, where nobody interferes.
func (l *Lab) paths() error {
	var all []shown
	for _, s := range l.seats {
		if s.c == nil {
			continue
		}
		for _, p := range s.path {
			all = append(all, shown{s.c.Stream(), p})
		}
	}
	slices.SortStableFunc(all, func(a, b shown) int { return int(a.at - b.at) })
	happened := slices.Clone(l.record.told)
	slices.SortStableFunc(happened, func(a, b told) int { return int(a.at - b.at) })
	r, err := newReplay(l.server.World().SectionList(nil), l.land.Section, l.began)
	if err != nil {
		return fmt.Errorf("netlab: replay: %w", err)
	}
	k := 0
	for i := range all {
		for k < len(happened) && happened[k].at < all[i].at {
			r.tell(&happened[k])
			k++
		}
		r.to(all[i].at)
		slot := r.r.W.Find(world.AvatarID(all[i].stream))
		if slot == world.NoSlot {
			l.breaks(5, "%s: not in the replay at %d", who(all[i].stream), all[i].at)
			break
		}
		if m := &r.r.W.Entity(slot).Motion; m.Pos != all[i].pos || m.Vel != all[i].vel {
			l.breaks(5, "%s: at %d it stood at %v going %v, at zero delay at %v going %v", who(all[i].stream), all[i].at,
				all[i].pos, all[i].vel, m.Pos, m.Vel)
			break
		}
		l.compared++
	}
	if l.broken != nil {
		return l.broken
	}
	return nil
}
