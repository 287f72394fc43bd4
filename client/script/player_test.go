package script

import (
	"strings"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// TestEveryVerbPlays: each row of the table of verbs has a function that plays it, and no function is left over.
func TestEveryVerbPlays(t *testing.T) {
	for _, v := range verbs {
		if plays[v.name] == nil {
			t.Errorf("nothing plays %s", v.name)
		}
	}
	if len(plays) != len(verbs) {
		t.Errorf("%d functions for %d verbs", len(plays), len(verbs))
	}
}

// flat is a terrain of stone below height 0.
func flat(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

// TestPlay plays a script in virtual time, in both modes: its blocks are on the server at the end, and quit comes last.
func TestPlay(t *testing.T) {
	const lines = `
0 look 0 -60
0 select 1
0.5 place              # before the feet
+0 wait-acked
+0.2 look 180 -60
+0 break               # takes a while in survival
+0 say done
+3 wait-acked
+0 down forward
+0.5 up forward
+0.3 quit
`
	for _, creative := range []bool{true, false} {
		s, err := Read(strings.NewReader(lines))
		if err != nil {
			t.Fatal(err)
		}
		net := memnet.New(1)
		srv, err := server.New(server.Config{
			Generate: flat, Creative: creative, StartingInventory: []world.Stack{world.StackOf(world.Dirt, 5)},
			Spawn: func(int) world.Vec { return world.BottomCentre(world.Pos{X: 8, Z: 8}) },
		})
		if err != nil {
			t.Fatal(err)
		}
		link := memnet.Link{Delay: 80 * time.Millisecond, Copies: true}
		c := client.New(client.Config{Name: "ann", Dial: func() transport.Conn {
			near, far := net.Pair(link, link)
			srv.Accept(far)
			return near
		}})
		var notes []string
		p := NewPlayer(c, s, func(text string) { notes = append(notes, text) })
		quit := false
		for now := time.Duration(0); now < 20*time.Second && !quit; now += 16 * time.Millisecond {
			net.Advance(now)
			srv.Step(now)
			turn := p.Play(now)
			quit = turn.Quit
			c.Frame(now, turn.Input)
		}
		dirt, holes := 0, 0
		w := srv.World()
		for x := int32(0); x < 16; x++ {
			for z := int32(0); z < 16; z++ {
				if b, _ := w.Block(world.Pos{X: x, Z: z}); b == world.Dirt {
					dirt++
				}
				if b, _ := w.Block(world.Pos{X: x, Y: -1, Z: z}); b == world.Air {
					holes++
				}
			}
		}
		if !quit || !p.Done() || dirt != 1 || holes != 1 || len(notes) > 0 {
			t.Errorf("creative %v: quit %v, %d blocks placed, %d broken, notes %q", creative, quit, dirt, holes, notes)
		}
	}
}
