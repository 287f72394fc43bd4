package netlab

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/world"
)

// Born counts what came into the world.
type Born struct {
	Items   int `json:"items"`
	Falling int `json:"falling"`
	Checks  int `json:"checks"`
}

// born counts an edit of the server's.
func (l *Lab) born(d *edits.Done) {
	switch b := &l.births; {
	case d.Edit.Kind == edits.AddCheck:
		b.Checks++
	case d.Edit.Kind != edits.Birth:
	case d.Edit.Entity.Kind == world.KindItem:
		b.Items++
	case d.Edit.Entity.Kind == world.KindFalling:
		b.Falling++
	}
}

// keepStats adds the counters of the seat's present client to those of the ones before it.
func (s *seat) keepStats() {
	st := s.c.Stats()
	t := &s.total
	t.Pictures += st.Pictures
	t.Frames += st.Frames
	t.Actions += st.Actions
	t.Resumes += st.Resumes
	t.Again += st.Again
	t.InputToPicture = max(t.InputToPicture, st.InputToPicture)
	for i, n := range st.Refused {
		t.Refused[i] += n
	}
}

func refusalName(i int) string { return actions.Refusal(i).String() }
