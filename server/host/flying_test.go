package host

import (
	"testing"
	"time"

	"voxtide/client"
	"voxtide/server"
	"voxtide/world"
)

// TestFlyersHangInTheAir: who left in the air hangs where he was when he is back, also after the server was started again and if he left at full
// speed; who may not fly by then falls, and so does who does not hold the key of flying.
func TestFlyersHangInTheAir(t *testing.T) {
	defer checkLeaks(t)
	dir := t.TempDir()
	w := openPlayersFixture(t, dir)
	names := []string{"hovers", "hurries", "older", "survives"}
	for _, name := range names {
		g := w.join(name)
		w.playUntil("playable", g.Playable)
		w.consoleCommand("/gamemode creative " + name)
		g.in.Keys = world.KeyFly | world.KeyJump
	}
	w.play(2 * time.Second)
	for _, g := range w.clients {
		g.in.Keys = world.KeyFly
	}
	w.play(time.Second)
	w.clients[1].in.Keys = world.KeyFly | world.KeyForward
	w.play(500 * time.Millisecond)
	w.consoleCommand("/gamemode survival survives")
	left := map[string]world.Vec{}
	for i, g := range w.clients {
		e, _ := g.Avatar()
		left[names[i]] = e.Motion.Pos
		g.Leave()
	}
	w.clients = nil
	w.close()

	w = openPlayersFixture(t, dir)
	for round := range 2 { // after a start of the server, and after that without one
		var came []world.Vec
		for i, name := range names {
			g := &testClient{Client: client.New(client.Config{Name: name, Dial: w.h.Dial, ViewDistance: 4})}
			w.clients = append(w.clients, g)
			w.playUntil("in the world", func() bool {
				e, here := g.Avatar()
				if here && len(came) == i {
					came = append(came, e.Motion.Pos)
					if i != 2 { // the keys that a player's program holds from now on
						g.in.Keys = e.Motion.Keys & world.KeyFly
					}
				}
				return g.Playable()
			})
		}
		w.play(2 * time.Second)
		for i, g := range w.clients {
			e, _ := g.Avatar()
			fell, moved := came[i][1]-e.Motion.Pos[1], e.Motion.Pos != came[i]
			if i < 2 && (moved || e.Motion.Keys != world.KeyFly) {
				t.Errorf("%s: came at %v, is at %v and holds %b", names[i], came[i], e.Motion.Pos, e.Motion.Keys)
			}
			if i >= 2 && round == 0 && fell < 2*world.Unit {
				t.Errorf("%s fell by %d µm", names[i], fell)
			}
			if off := came[i][1] - left[names[i]][1]; i != 3 && round == 0 && max(off, -off) > world.Unit/10 || i == 0 && came[i] != left[names[i]] {
				t.Errorf("%s left at %v, and is back at %v", names[i], left[names[i]], came[i])
			}
			if round == 1 {
				g.honest(t, i)
			}
			t.Logf("round %d, %s: fell by %.2f blocks", round, names[i], float64(fell)/float64(world.Unit))
			g.Leave()
		}
		w.clients = nil
		for n := 1; n > 0; time.Sleep(10 * time.Millisecond) {
			w.h.Do(func(s *server.Server) { n = s.PlayerCount() })
		}
	}
	w.close()
}
