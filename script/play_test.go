package script

import (
	"errors"
	"strings"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/world"
)

func TestMistakesAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"0 dance":                               `line 1: "dance" is no verb`,
		"# fine\n\n1 place\nx place":            `line 4: "x" is no time`,
		"0 down":                                "line 1: down takes one of forward",
		"0 tap wings":                           "tap takes one of",
		"0 look 5":                              "look takes YAW and PITCH",
		"0 look a b":                            "look takes YAW and PITCH",
		"0 at 1 2":                              "at takes X, Y and Z",
		"0 select 10":                           "select takes 1 to 9",
		"0 say":                                 "say takes a text",
		"0 shot":                                "shot takes a file",
		"0 place now":                           "place takes nothing",
		"-1 place":                              `"-1" is no time`,
		"1e99 place":                            "is no time",
		"+ place":                               "is no time",
		"0 say " + strings.Repeat("x", lineMax): "longer than",
	} {
		_, err := Read(strings.NewReader(text))
		if !errors.Is(err, ErrLine) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v", text, err)
		}
	}
	s, err := Read(strings.NewReader("# nothing\n0 say one # two\n+1.5 shot out/a b.png # a picture\n2 quit"))
	if err != nil || len(s.lines) != 3 || s.lines[0].text != "one # two" || s.lines[1].text != "out/a b.png" || s.lines[1].at != 1500*time.Millisecond || !s.lines[1].after {
		t.Fatalf("%+v %v", s, err)
	}
	if n, any := s.Shots(); !any || n != 3 {
		t.Errorf("the first picture is in line %d", n)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("0 down forward\n+1 look 90 -30\n2 at 1.5 -3 7e2\n+0 wait-acked\n3 quit")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(strings.NewReader(text))
		if err == nil && len(s.lines) > strings.Count(text, "\n")+1 {
			t.Fatalf("%d lines of %q", len(s.lines), text)
		}
	})
}

// flat is a land of stone below 0.
func flat(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

// TestPlay plays a script under virtual time, in both modes: what it does is on the server at the end, and quit comes last.
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
		net := transport.NewNet(1)
		srv, err := server.New(server.Config{
			Generate: flat, Creative: creative, Inventory: []world.Stack{{Block: world.Dirt, Count: 5}},
			Spawn: func(int) world.Vec { return world.Middle(world.Pos{X: 8, Z: 8}) },
		})
		if err != nil {
			t.Fatal(err)
		}
		link := transport.Link{Delay: 80 * time.Millisecond, Copies: true}
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
			c.Picture(now, turn.Input)
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
