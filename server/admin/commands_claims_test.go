package admin

import (
	"fmt"
	"testing"
	"time"

	"voxtide/server/access"
	"voxtide/server/roster"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// rulesOnly is a game that has rules and nothing else.
type rulesOnly struct {
	Game
	rules Rules
}

func (g rulesOnly) Rules() Rules { return g.rules }

// TestFreeIdentitiesLeaveClaims: players who have played long enough for one claim each, however many they are, get at most half of
// all claims that there may be.
func TestFreeIdentitiesLeaveClaims(t *testing.T) {
	players := roster.New()
	row := &store.PlayerRow{Name: "ann", Stream: players.NextStream(), PlayTime: 3601 * timestream.Duration(timestream.Second)}
	players.Add(row)
	x := New(rulesOnly{rules: Rules{ClaimPlaytime: time.Hour}}, nil, players, &access.Lists{}, nil, nil)
	granted := 0
	for i := range 2 * access.ClaimsMax {
		w := access.Principal{Name: fmt.Sprint("free ", i)}
		if x.claimDenial(w, row.Stream) != "" {
			continue
		}
		if x.addClaim(access.NewClaim(w, world.Pos{X: int32(i%128) * 10, Z: 1000 + int32(i/128)*10}, 2)) == "" {
			granted++
		}
	}
	if granted != access.ClaimsMax/2 {
		t.Errorf("%d claims are granted to free identities", granted)
	}
}
