package predict

import (
	"testing"

	"voxtide/actions"
)

// TestRefusalTexts: a refusal names who was in the way, and what was wrong from the start is not put down to others.
func TestRefusalTexts(t *testing.T) {
	for _, row := range []struct {
		refused RefusedAction
		want    string
	}{
		{RefusedAction{Why: actions.SlotChanged, AtBox: true, Lost: true, First: "Ann"}, "Ann was first"},
		{RefusedAction{Why: actions.SlotChanged, AtBox: true, Lost: true}, "somebody else was first"},
		{RefusedAction{Why: actions.SlotChanged, AtBox: true}, "that does not lie in there"},
		{RefusedAction{Why: actions.MissingItems, AtBox: true}, "you do not have as much of it"},
		{RefusedAction{Why: actions.MissingItems}, "something for it is missing"},
		{RefusedAction{Why: actions.NoBox, AtBox: true, Lost: true}, "it is gone"},
		{RefusedAction{Why: actions.NoBox, AtBox: true}, "there is nothing that could hold it"},
		{RefusedAction{Why: actions.TooFar, AtBox: true}, "too far"},
		{RefusedAction{Why: actions.Claimed, Owner: "Ann"}, "this land is claimed by Ann"},
		{RefusedAction{Why: actions.Claimed}, "this land is claimed by somebody else"},
	} {
		if got := row.refused.Text(); got != row.want {
			t.Errorf("%+v: %q, want %q", row.refused, got, row.want)
		}
	}
}
