package world

import (
	"testing"

	"voxtide/internal/wire"
)

// TestUnseenCoded: the flag for which the byte of flags has no room is written and read, too.
func TestUnseenCoded(t *testing.T) {
	for _, m := range []Motion{{Flags: Unseen}, {Flags: Unseen | Creative, Keys: KeysAll, Needs: Needs{Hunger: 3}}, {Keys: KeyFly}} {
		r := wire.NewReader(AppendMotion(nil, &m))
		got := Motion{Flags: FlagsAll}
		if ReadMotion(&r, &got); r.End() != nil || got != m {
			t.Errorf("%+v: %+v, %v", m, got, r.Err())
		}
	}
}
