package netlab

import (
	"fmt"
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/flow"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

// replayWorld is a separate world in which the same stamped actions happen at zero delay: all streams stand at the
// same instant, and each action happens at its stamp.
type replayWorld struct {
	recorder edits.Recorder
	sim      sim.Sim
	at       timestream.Time
}

// loaderStream is the stream by which a replay's sections are loaded.
const loaderStream timestream.Stream = 1<<32 - 1

// newReplayWorld makes a world of the given sections in which nothing has happened. It is loaded as a client's is, by
// subscriptions and snapshots.
func newReplayWorld(sections []world.SectionPos, land func(world.SectionPos) *world.Section, at timestream.Time, day timestream.Duration, rules world.Rules) (*replayWorld, error) {
	p := predict.New(loaderStream)
	f := protocol.Update{Number: 1, Entries: []protocol.Entry{
		{Kind: protocol.EntryEdit, Edit: edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, At: at, Number: 1}},
		{Kind: protocol.EntryEdit, Edit: edits.Edit{Kind: edits.AddStream, Stream: loaderStream, At: timestream.Never, Number: 1}},
	}}
	for _, s := range sections {
		sub := edits.SubscriptionEdit(loaderStream, world.Subscription{Section: s, Epoch: 1, Confirmed: true})
		f.Entries = append(f.Entries, protocol.Entry{Kind: protocol.EntryEdit, Edit: sub})
	}
	f.Entries = append(f.Entries, protocol.Entry{Kind: protocol.EntryEdit, Edit: edits.Edit{Kind: edits.SetDayOffset, Number: uint64(day)}},
		protocol.Entry{Kind: protocol.EntryEdit, Edit: edits.RulesEdit(rules)})
	if err := p.ApplyUpdate(&f); err != nil {
		return nil, err
	}
	for _, s := range sections {
		p.ApplySnapshot(protocol.Snapshot{Section: s, Epoch: 1}, land(s))
	}
	r := &replayWorld{at: at}
	r.recorder.W = p.World()
	r.sim = sim.Sim{R: &r.recorder, Authoritative: true}
	return r, nil
}

// advanceTo advances all streams to an instant, tick by tick, in order of stream.
func (r *replayWorld) advanceTo(at timestream.Time) {
	w := r.recorder.W
	for r.at < at {
		next := min(at, r.at.NextTick())
		for i := range w.StreamCount() {
			if s := w.StreamAt(i).Stream; s != loaderStream {
				r.sim.Advance(s, next)
			}
		}
		r.at = next
	}
	r.recorder.Commit()
}

// apply applies one input at its instant.
func (r *replayWorld) apply(t *streamInput) {
	r.advanceTo(t.at)
	if t.action.Kind != actions.None {
		a := t.action
		actions.Do(&r.recorder, t.stream, t.at, &a)
	} else {
		r.recorder.Author = t.edit.Author
		r.recorder.Do(t.edit)
		if t.edit.Kind == edits.AddStream {
			r.sim.Advance(t.stream, r.at)
		}
	}
	r.recorder.Commit()
}

// compareFlow compares what a client showed of running water with the replay. A plan that its bound has cut goes on on the server's
// stream, after a delay: what comes of it may differ for a while, and is counted. All else is exact.
func (l *simulation) compareFlow(w *world.World, f *flowSample) {
	first := l.firstCut[f.of]
	cut := first != 0 && f.at >= first
	for i, b := range flowAt(w, f.from, f.at) {
		if f.cells[i] != b && f.cells[i] != notHere && cut {
			l.flowLate++
		} else if f.cells[i] != b && f.cells[i] != notHere {
			k := int32(i)
			l.fail(5, "at %d,%d,%d there was %v at %d, at zero delay %v", f.from.X+k%flowX, f.from.Y+k/flowX%flowY, f.from.Z+k/(flowX*flowY), f.cells[i], f.at, b)
			return
		}
		if edits.RunsOrAir(b) && b != world.Air {
			l.flowing++
			if !cut {
				l.flowExact++
			}
		}
	}
}

// stillWater is a world as a plan of water reads it, long after all has come to rest.
type stillWater struct{ w *world.World }

// Known implements flow.Land.
func (stillWater) Known(flow.Cell) bool { return true }

// Apart implements flow.Land: nobody claims anything here.
func (stillWater) Apart(_, _ flow.Cell) bool { return false }

// Turn implements flow.Land; nothing is planned.
func (stillWater) Turn(flow.Cell, flow.Level, timestream.Time, bool) {}

// Pend implements flow.Land; nothing is planned.
func (stillWater) Pend(flow.Cell, timestream.Time) {}

// Content implements flow.Land.
func (l stillWater) Content(c flow.Cell) flow.Content {
	b, there := l.w.Block(world.Pos{X: c.X, Y: c.Y, Z: c.Z})
	switch {
	case !there || b != world.Air && b.Kind() != world.Water.Kind():
		return flow.Content{To: flow.Wall}
	case b == world.Air:
		return flow.Content{}
	}
	switch l := b.Get(world.PropLevel); l {
	case world.LevelSource:
		return flow.Content{To: flow.Source}
	case world.LevelFalling:
		return flow.Content{To: flow.Fall}
	default:
		return flow.Content{To: flow.Level(l)}
	}
}

// checkWater checks that water has come to rest: each cell is what its neighbours make of it. It returns the number of cells in which
// water runs.
func (l *simulation) checkWater(w *world.World, sections []world.SectionPos) (running int) {
	land := stillWater{w}
	for _, p := range sections {
		for i := range world.SectionCells {
			at := p.PosAt(i)
			c := flow.Cell{X: at.X, Y: at.Y, Z: at.Z}
			is := land.Content(c).To
			if is == flow.Wall || is == flow.Source || !w.HasSection(p) {
				continue
			}
			if should := flow.Judge(land, c, timestream.Never); is != should {
				l.fail(5, "water at rest is %d at %v, and its neighbours make %d of it", is, at, should)
				return running
			}
			if is != flow.Dry {
				running++
			}
		}
	}
	return running
}

// shownSample is a sample of a client's path, with its stream.
type shownSample struct {
	stream timestream.Stream
	sample
}

// comparePaths compares what the clients showed with the replay: law 5, where nobody interferes.
func (l *simulation) comparePaths() error {
	var all []shownSample
	for _, s := range l.clients {
		if s.client == nil {
			continue
		}
		for _, p := range s.tally.path {
			all = append(all, shownSample{s.client.Stream(), p})
		}
	}
	slices.SortStableFunc(all, func(a, b shownSample) int { return int(a.at - b.at) })
	happened := slices.Clone(l.recording.inputs)
	slices.SortStableFunc(happened, func(a, b streamInput) int { return int(a.at - b.at) })
	sections := l.server.World().AppendSections(l.recording.sections)
	slices.SortFunc(sections, world.SectionPos.Compare)
	r, err := newReplayWorld(slices.Compact(sections), l.land.Section, l.began, l.server.World().DayOffset(), l.server.World().Rules())
	if err != nil {
		return fmt.Errorf("netlab: replay: %w", err)
	}
	var flows []flowSample
	for _, s := range l.clients {
		flows = append(flows, s.tally.flows...)
	}
	slices.SortStableFunc(flows, func(a, b flowSample) int { return int(a.at - b.at) })
	k, next := 0, 0
	for i := range all {
		if at, died := l.perils.diedAt[all[i].stream]; died && all[i].at >= at {
			continue
		}
		for k < len(happened) && happened[k].at < all[i].at {
			r.apply(&happened[k])
			k++
		}
		r.advanceTo(all[i].at)
		for ; next < len(flows) && flows[next].at <= all[i].at; next++ {
			l.compareFlow(r.recorder.W, &flows[next])
		}
		slot := r.recorder.W.Find(world.AvatarID(all[i].stream))
		if slot == world.NoEntity {
			l.fail(5, "%s: not in the replay at %d", streamName(all[i].stream), all[i].at)
			break
		}
		if m := &r.recorder.W.Entity(slot).Motion; m.Pos != all[i].pos || m.Vel != all[i].vel || m.Needs != all[i].needs {
			l.fail(5, "%s: at %d it stood at %v going %v with %+v, at zero delay at %v going %v with %+v", streamName(all[i].stream), all[i].at,
				all[i].pos, all[i].vel, all[i].needs, m.Pos, m.Vel, m.Needs)
			break
		}
		l.compared++
	}
	if l.violation != nil {
		return l.violation
	}
	return nil
}
