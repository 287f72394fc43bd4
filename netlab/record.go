package netlab

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// record keeps, where nobody interferes, what the streams were told from outside: actions with their stamps, and what
// the server did of itself at their stamps (joining, subscriptions). A replay needs nothing else.
type record struct {
	on     bool
	told   []told
	open   []edits.Edit // of the present transaction
	action bool         // the present transaction performed one
}

// told is one thing that a stream was told at an instant of it.
type told struct {
	at     timestream.Time
	stream timestream.Stream
	action actions.Action // Kind None for an edit
	edit   edits.Edit
}

func (r *record) edit(d *edits.Done) {
	if !r.on {
		return
	}
	switch e := &d.Edit; e.Kind {
	case edits.AddStream, edits.AddPlayer, edits.SetSub:
		r.open = append(r.open, *e)
	case edits.Birth:
		if e.Entity.Kind == world.KindAvatar {
			r.open = append(r.open, *e)
		}
	}
}

func (r *record) performed(s timestream.Stream, a *actions.Action, at timestream.Time) {
	if !r.on {
		return
	}
	one := *a
	one.Haves = append([]actions.Arrived(nil), a.Haves...)
	r.told = append(r.told, told{at: at, stream: s, action: one})
	r.action = true
}

// transaction ends one. What an action brought about will come about again; the rest has to be told.
func (r *record) transaction(w *world.World) {
	if !r.on {
		return
	}
	if !r.action {
		for _, e := range r.open {
			t := told{stream: e.Stream, edit: e}
			if e.Kind == edits.Birth {
				t.stream = e.Entity.Stream
			}
			if st := w.Stream(t.stream); st != nil {
				t.at = st.Stamp
			}
			r.told = append(r.told, t)
		}
	}
	r.open, r.action = r.open[:0], false
}
