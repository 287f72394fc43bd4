package netlab

import (
	"voxtide/actions"
)

// keepStats adds the counters of the seat's present client to those of the ones before it.
func (s *seat) keepStats() {
	st := s.c.Stats()
	t := &s.total
	t.Pictures += st.Pictures
	t.Frames += st.Frames
	t.Actions += st.Actions
	t.Resumes += st.Resumes
	t.InputToPicture = max(t.InputToPicture, st.InputToPicture)
	for i, n := range st.Refused {
		t.Refused[i] += n
	}
}

func refusalName(i int) string { return actions.Refusal(i).String() }
