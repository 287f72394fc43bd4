package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/server"
	"voxtide/world"
)

// TestRegionsAndBorder: what regions and the border say counts at once, is kept over a restart, and reaches clients: who stands beyond a border that
// shrinks comes back, a builder's command changes nothing beyond it, a closed region is entered by a command alone.
func TestRegionsAndBorder(t *testing.T) { runInMemory(t, testRegionsAndBorder) }

func testRegionsAndBorder(t *testing.T) {
	defer checkLeaks(t)
	dir := t.TempDir()
	h, address := openHost(t, dir, nil)
	w := &playersFixture{t: t, h: h, timeout: time.Minute}
	bob := join(t, "bob", address)
	w.clients = []*testClient{bob}
	w.playUntil("in the world", func() bool { return standing(bob.Client) })
	for _, step := range []struct{ line, want string }{
		{"region list", "there are no regions"},
		{"region add mill 0 100 0 20 140 20", "the region mill is from 0 100 0 to 20 140 20"},
		{"region add mill 0 100 0 20 140 20", "there is a region mill already"},
		{"region add room 5 110 5 8 114 8", "the region room is"},
		{"region set mill build=none pvp=off greeting=\"the old mill\"", "mill, from 0 100 0 to 20 140 20: build=none pvp=off greeting=\"the old mill\""},
		{"region set mill build=some", `build is "some", not all, trusted, none`},
		{"region set mill colour=red", "there is no flag"},
		{"region set room build=trusted", "room, from 5 110 5 to 8 114 8: build=trusted"},
		{"region trust room bob", "bob is trusted in room"},
		{"region set cave build=all", "there is no region \"cave\""},
		{"border 64 10 10", "the border is 64 blocks from 10 10 now"},
		{"tp bob 200 150 10", "beyond the border"},
	} {
		if got := w.consoleCommand(step.line); !strings.Contains(got, step.want) {
			t.Errorf("%s: %s", step.line, got)
		}
	}
	w.h.Do(func(s *server.Server) {
		l := s.AccessList()
		l.IndexClaims()
		for p, want := range map[world.Pos]bool{{X: 1, Y: 110, Z: 1}: false, {X: 6, Y: 111, Z: 6}: true, {X: 6, Y: 115, Z: 6}: false, {X: 6, Y: 99, Z: 6}: true} {
			if may, _ := l.MayChange(l.Region("room").Trusted[0], p, false); may != want {
				t.Errorf("bob may build at %v: %v", p, may)
			}
		}
	})
	w.consoleCommand("tp bob 3 120 3")
	w.playUntil("the greeting", func() bool {
		for _, l := range bob.Frame(Monotonic(), bob.in).Chat {
			if l.Text == "the old mill" {
				return true
			}
		}
		return false
	})
	w.consoleCommand("gamemode creative bob")
	w.consoleCommand("tp bob 60 150 10")
	w.playUntil("there", func() bool { return standing(bob.Client) })
	if got := w.consoleCommand("border 20 10 10"); !strings.Contains(got, "20 blocks") {
		t.Error(got)
	}
	w.playUntil("brought inside", func() bool {
		slot := bob.World().Find(world.AvatarID(bob.Stream()))
		return slot != world.NoEntity && bob.World().Entity(slot).Motion.Pos.Block().X <= 30 && bob.World().Barriers().Border().R == 20
	})
	bob.in.Actions = append(bob.in.Actions, actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: 40, Y: 150, Z: 10}, Aim: actions.Aim{8, 0, 8}})
	bob.Frame(Monotonic(), bob.in)
	bob.in.Actions = nil
	if bob.Stats().Refused[actions.BeyondBorder] == 0 {
		w.playUntil("refused", func() bool { return bob.Stats().Refused[actions.BeyondBorder] > 0 })
	}
	w.consoleCommand("select 25 150 10 40 150 10")
	if got := w.consoleCommand("fill glass"); !strings.Contains(got, ": 6 blocks") || !strings.Contains(got, "10 are left as they are: they lie where you may not build") {
		t.Error(got)
	}
	w.consoleCommand("region set room enter=none")
	w.playUntil("closed", func() bool { return len(bob.World().Barriers().Closed()) == 1 })
	bob.honest(t, 0)
	bob.Leave()
	if err := h.Close("stopping"); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, landFileName))
	if err != nil || !strings.Contains(string(text), "border = [20, 10, 10]") || strings.Count(string(text), "[[region]]") != 2 {
		t.Errorf("%s %v", text, err)
	}
	h, _ = openHost(t, dir, nil)
	w.h, w.clients = h, nil
	if got := w.consoleCommand("region list"); !strings.Contains(got, "room, from 5 110 5 to 8 114 8: build=trusted enter=none; trusted: bob") {
		t.Error(got)
	}
	if got := w.consoleCommand("border"); got != "the border is 20 blocks from 10 10" {
		t.Error(got)
	}
	if err := h.Close("stopping"); err != nil {
		t.Error(err)
	}
	time.Sleep(200 * time.Millisecond)
}
