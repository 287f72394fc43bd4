package netlab

import (
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/world"
)

// recording keeps, where nobody interferes, the inputs of all streams: actions with their stamps, and what the server
// did itself at their stamps (joins, subscriptions). A replay needs nothing else.
type recording struct {
	enabled   bool
	inputs    []streamInput
	sections  []world.SectionPos // that servers had which were killed
	openEdits []edits.Edit       // of the present transaction
	action    bool               // the present transaction performed an action
}

// streamInput is one input of a stream at an instant.
type streamInput struct {
	at     timestream.Time
	stream timestream.Stream
	action actions.Action // Kind None for an edit
	edit   edits.Edit
}

func (r *recording) edit(d *edits.LogEntry) {
	if !r.enabled {
		return
	}
	switch e := &d.Edit; e.Kind {
	case edits.AddStream, edits.AddPlayer, edits.SetSubscription:
		r.openEdits = append(r.openEdits, *e)
	case edits.SpawnEntity:
		if e.Entity.Kind == world.KindAvatar {
			r.openEdits = append(r.openEdits, *e)
		}
	}
}

func (r *recording) performed(s timestream.Stream, a *actions.Action, at timestream.Time) {
	if !r.enabled {
		return
	}
	one := *a
	one.Sections = append([]actions.SectionEpoch(nil), a.Sections...)
	r.inputs = append(r.inputs, streamInput{at: at, stream: s, action: one})
	r.action = true
}

// crash forgets the actions that are not durable, which are performed again, and keeps the sections of the server that was killed.
func (r *recording) crash(w *world.World, last func(of timestream.Stream) uint64) {
	r.sections = w.AppendSections(r.sections)
	r.inputs = slices.DeleteFunc(r.inputs, func(t streamInput) bool {
		return t.action.Kind != actions.None && t.action.Number > last(t.stream)
	})
	r.openEdits, r.action = r.openEdits[:0], false
}

// transaction ends one. A replay repeats what an action causes; the rest is recorded, but not that players are in the world again from which
// they never went.
func (r *recording) transaction(kind string, w *world.World) {
	if !r.enabled {
		return
	}
	if !r.action && kind != server.Seated {
		for _, e := range r.openEdits {
			t := streamInput{stream: e.Stream, edit: e}
			if e.Kind == edits.SpawnEntity {
				t.stream = e.Entity.Stream
			}
			if st := w.Stream(t.stream); st != nil {
				t.at = st.Stamp
			}
			r.inputs = append(r.inputs, t)
		}
	}
	r.openEdits, r.action = r.openEdits[:0], false
}
