package host

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/tokens"
	"voxtide/world"
)

// scaleHost is a server with its door for machines.
type scaleHost struct {
	t      *testing.T
	h      *Host
	at     net.Addr
	door   string
	secret string
}

// openScaleHost opens one; a full one has 1,000 tokens, 10,000 bans and 4,096 claims.
func openScaleHost(t *testing.T, full bool) *scaleHost {
	h, at := openHost(t, t.TempDir(), nil)
	file := filepath.Join(t.TempDir(), tokens.FileName)
	secret, err := tokens.Add(file, tokens.Token{Name: "t", Role: "console"})
	if err != nil {
		t.Fatal(err)
	}
	if full {
		all, err := tokens.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 999 {
			all = append(all, tokens.Token{Name: fmt.Sprint("more", i), Hash: fmt.Sprintf("%064x", i), May: []string{"list"}, Made: time.Unix(0, 0).UTC()})
		}
		text, err := tokens.Text(all)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := h.Do(func(s *server.Server) {
			lists := s.AccessList()
			for i := range 10_000 {
				lists.Bans = append(lists.Bans, access.Ban{Principal: access.Principal{Name: fmt.Sprint("x", i), Key: access.Identity{1, byte(i), byte(i >> 8)}}, Reason: "spam", By: "ann"})
			}
			for i := range access.ClaimsMax {
				who := access.Principal{Name: fmt.Sprint("somebody", i), Key: access.Identity{2, byte(i), byte(i >> 8)}}
				lists.Claims = append(lists.Claims, access.NewClaim(who, world.Pos{X: int32(i%64) * 100, Z: int32(i/64) * 100}, 20))
			}
			s.ReplaceAccess(lists)
		}); err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.ServeControl(l, tokens.NewStore(file), false); err != nil {
		t.Fatal(err)
	}
	return &scaleHost{t: t, h: h, at: at, door: "http://" + l.Addr().String() + "/v1/command", secret: secret}
}

// give returns how long a command takes over the door.
func (s *scaleHost) give(line string) time.Duration {
	begin := time.Now()
	r, _ := http.NewRequest("POST", s.door, strings.NewReader(command(line)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+s.secret)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 200 {
		s.t.Fatal(line, resp.Status)
	}
	return time.Since(begin)
}

// join returns how long it takes to come in.
func (s *scaleHost) join(name string) time.Duration {
	begin := time.Now()
	g := join(s.t, name, s.at)
	for end := time.Now().Add(time.Minute); g.Stream() == 0; time.Sleep(time.Millisecond) {
		if g.Frame(Monotonic(), g.in); time.Now().After(end) {
			s.t.Fatal("nobody comes in")
		}
	}
	took := time.Since(begin)
	g.Leave()
	g.Close()
	return took
}

// TestScale: with 1,000 tokens, 10,000 bans and 4,096 claims people come in and commands are answered as with none. A server with them and one
// without are asked by turns, so that both have the same machine, however busy it is.
func TestScale(t *testing.T) {
	servers := []*scaleHost{openScaleHost(t, false), openScaleHost(t, true)}
	for _, s := range servers {
		defer s.h.Close("over")
	}
	// byTurns returns the medians of what both take.
	byTurns := func(n int, f func(s *scaleHost, i int) time.Duration) (none, full time.Duration) {
		var took [2][]time.Duration
		for i := range n {
			for k, s := range servers {
				took[k] = append(took[k], f(s, i))
			}
		}
		for k := range took {
			slices.Sort(took[k])
		}
		return took[0][n/2], took[1][n/2]
	}
	none, full := byTurns(21, func(s *scaleHost, i int) time.Duration { return s.join(fmt.Sprint("visitor", i)) })
	t.Logf("joins %v, with all of them %v", none, full)
	if full > 2*none+20*time.Millisecond && !testing.Short() {
		t.Errorf("joins take %v, %v with none", full, none)
	}
	for _, line := range []string{"list", "claims somebody7", "may somebody7 ban x1 1h", "who 1 2 3", "bans"} {
		none, full := byTurns(9, func(s *scaleHost, _ int) time.Duration {
			defer time.Sleep(30 * time.Millisecond) // no faster than a token may
			return s.give(line)
		})
		t.Logf("%s over the door %v, with all of them %v", line, none, full)
		if testing.Short() { // as under the detector of races, which makes what is compared longer by different factors
			continue
		}
		most := 2*none + 15*time.Millisecond
		if line == "bans" { // which lists them all
			most += 15 * none
		}
		if full > most {
			t.Errorf("%s takes %v, %v with none", line, full, none)
		}
	}
	for _, s := range servers {
		steps := s.h.metrics.stepTimes()
		if mean := steps.mean(); mean > idleEvery/2 {
			t.Errorf("a step takes %v in the mean, though nobody is here", mean)
		}
	}
}
