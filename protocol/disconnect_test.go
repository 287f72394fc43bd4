package protocol

import "testing"

// TestTemporary checks after which reasons a client tries again.
func TestTemporary(t *testing.T) {
	for text, want := range map[string]bool{
		ReasonStopping.String(): true, ReasonFull.String(): true, ReasonFull.With("try again in a moment"): true, ReasonReopening.String(): true,
		ReasonNameTaken.String(): false, ReasonElsewhere.String(): false, "timeout": false, "": false, "kicked by an operator": false,
		"the server is full of you": false, ReasonStopping.With("a new version"): true, ReasonStopping.String() + " for good": false, "banned: the server stops": false,
	} {
		if got := Temporary(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestDisconnectReasonOf checks that each reason is recognized by its own text, with details and without, and that what
// players and operators write does not pass for another reason.
func TestDisconnectReasonOf(t *testing.T) {
	for r := ReasonOther + 1; r < DisconnectReasons; r++ {
		if r.String() == "" {
			t.Errorf("reason %d has no text", r)
		}
		for _, text := range []string{r.String(), r.With("5 more minutes")} {
			if got := DisconnectReasonOf(text); got != r {
				t.Errorf("%q is taken for %q", text, got)
			}
		}
	}
	for text, want := range map[string]DisconnectReason{
		"a name must not look like another: fullmoon plays here already": ReasonNameInvalid,
		"banned for another 2 h: kicked too often":                       ReasonBanned,
		"no answer: lookup nowhere: no such host":                        ReasonNoAnswer,
		"too many connections from your address":                         ReasonSourceLimit,
		"be nice":                                                        ReasonOther, "": ReasonOther,
	} {
		if got := DisconnectReasonOf(text); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}
