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

// TestScale: with 1,000 tokens, 10,000 bans and 4,096 claims people come in and commands are answered as with none.
func TestScale(t *testing.T) {
	h, at := openHost(t, t.TempDir(), nil)
	defer h.Close("over")
	file := filepath.Join(t.TempDir(), tokens.FileName)
	secret, err := tokens.Add(file, tokens.Token{Name: "t", Role: "console"})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.ServeControl(l, tokens.NewStore(file), false); err != nil {
		t.Fatal(err)
	}
	give := func(line string) time.Duration {
		begin := time.Now()
		r, _ := http.NewRequest("POST", "http://"+l.Addr().String()+"/v1/command", strings.NewReader(command(line)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+secret)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 200 {
			t.Fatal(line, resp.Status)
		}
		time.Sleep(60 * time.Millisecond) // no faster than a token may
		return time.Since(begin) - 60*time.Millisecond
	}
	// measure returns the median of 21 joins, and of six times each command.
	lines := []string{"list", "claims somebody7", "may somebody7 ban x1 1h", "who 1 2 3", "bans"}
	measure := func(what string) (joins time.Duration, commands map[string]time.Duration) {
		var j []time.Duration
		for i := range 21 {
			begin := time.Now()
			g := join(t, fmt.Sprintf("%s%d", what, i), at)
			for end := time.Now().Add(time.Minute); g.Stream() == 0; time.Sleep(time.Millisecond) {
				if g.Frame(Monotonic(), g.in); time.Now().After(end) {
					t.Fatal("nobody comes in")
				}
			}
			j = append(j, time.Since(begin))
			g.Leave()
			g.Close()
		}
		commands = map[string]time.Duration{}
		for _, line := range lines {
			var c []time.Duration
			for range 6 {
				c = append(c, give(line))
			}
			slices.Sort(c)
			commands[line] = c[len(c)/2]
		}
		slices.Sort(j)
		return j[len(j)/2], commands
	}
	before, commandsBefore := measure("before")
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
	after, commandsAfter := measure("after")
	steps := h.metrics.stepTimes()
	t.Logf("joins %v, then %v; commands over the door %v, then %v; a step takes %v in the mean", before, after, commandsBefore, commandsAfter, steps.mean())
	if testing.Short() { // as under the detector of races, which makes what is compared longer by different factors
		return
	}
	if after > 2*before+50*time.Millisecond {
		t.Errorf("joins take %v, %v before", after, before)
	}
	for line, took := range commandsAfter {
		if took > 2*commandsBefore[line]+20*time.Millisecond {
			t.Errorf("%s takes %v, %v before", line, took, commandsBefore[line])
		}
		if took > idleEvery/2 { // though nobody is here
			t.Errorf("%s takes %v", line, took)
		}
	}
}
