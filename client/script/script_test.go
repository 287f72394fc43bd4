package script_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/client/script"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// TestLines reads valid and invalid scripts.
func TestLines(t *testing.T) {
	for _, c := range []struct{ text, wrong string }{
		{"", ""},
		{"# nothing but this\n\n", ""},
		{"0 sky dusk # of the frame\n+0.5 sky world\n", ""},
		{"1.5 shot a.png # why\n", ""},
		{"0 links all\n+1 links house\n+1 links off\n", ""},
		{"0 links friends\n", "links takes"},
		{"0 links\n", "links takes"},
		{"0 wait-land\n+0 wait-acked\n+0 quit\n", ""},
		{"0 say # is no comment here\n", ""},
		{"0 at 1 2 3\n0 sky noonish\n", "line 2: sky takes dawn, morning, noon, afternoon, dusk, night or world"},
		{"0 sky\n", "line 1: sky takes"},
		{"0 wait-land 5\n", "line 1: wait-land takes nothing"},
		{"0 fly\n", "line 1: \"fly\" is no verb; there are down up"},
		{"soon quit\n", "line 1: \"soon\" is no time in seconds"},
		{"-1 quit\n", "is no time"},
		{"0 look 3\n", "line 1: look takes YAW and PITCH"},
		{"0 build 1 2 3 plank_stairs[facing=east]\n+0 dig -1 2 3\n+0 use 1 2 3\n+0 walk 3 4\n", ""},
		{"0 build 1 2 3 jelly\n", "line 1: there is no block \"jelly\""},
		{"0 build 1 2 3\n", "build takes X, Y and Z in blocks, and a block"},
		{"0 dig 1 2\n", "dig takes X, Y and Z"},
		{"0 select 10\n", "select takes 1 to 9"},
		{"0 shot\n", "shot takes a file"},
		{"0 say " + strings.Repeat("x", 2000), "longer than"},
	} {
		_, err := script.Read(strings.NewReader(c.text))
		switch {
		case c.wrong == "" && err != nil:
			t.Errorf("%q: %v", c.text, err)
		case c.wrong != "" && (!errors.Is(err, script.ErrLine) || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%q: %v, not %q", c.text, err, c.wrong)
		}
	}
}

// playResult is the outcome of a script that was played to its end, on a floor of stone, in virtual time.
type playResult struct {
	client *client.Client
	shots  []string // each with the sky of its frame
	notes  []string
	took   time.Duration // since the world became playable
}

func play(t *testing.T, text string, frameTime time.Duration) (out playResult) {
	t.Helper()
	lines, err := script.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	net := memnet.New(1)
	srv, err := server.New(server.Config{
		Generate: func(p world.SectionPos) *world.Section {
			if p.Y < 0 {
				return world.NewSection(world.Stone)
			}
			return world.NewSection(world.Air)
		},
		Spawn:             func(int) world.Vec { return world.BottomCentre(world.Pos{X: 4, Z: 4}) },
		Creative:          true,
		StartingInventory: []world.Stack{world.StackOf(world.Dirt, 10), world.StackOf(world.Glass, 10)},
	})
	if err != nil {
		t.Fatal(err)
	}
	out.client = client.New(client.Config{Name: "ann", Dial: func() transport.Conn {
		link := memnet.Link{Delay: 40 * time.Millisecond}
		near, far := net.Pair(link, link)
		srv.Accept(far)
		return near
	}})
	p := script.NewPlayer(out.client, lines, func(text string) { out.notes = append(out.notes, text) })
	var began, shown time.Duration
	for now := time.Duration(0); now < 2*time.Minute; now += 10 * time.Millisecond {
		net.Advance(now)
		srv.Step(now)
		if now-shown < frameTime {
			continue
		}
		shown = now
		turn := p.Play(now)
		for _, s := range turn.Screenshots {
			if turn.DayTime != nil {
				s += " " + daytime(*turn.DayTime)
			}
			out.shots = append(out.shots, s)
		}
		if began == 0 && out.client.Playable() {
			began = now
		}
		out.client.Frame(now, turn.Input)
		if turn.Quit {
			out.took = now - began
			return out
		}
	}
	t.Fatalf("the script did not end; state %v, notes %q", out.client.State(), out.notes)
	return out
}

func daytime(day float64) string {
	for name, d := range script.TimesOfDay {
		if d == day {
			return name
		}
	}
	return "?"
}

// TestSlowFrames: each of several blocks is placed on the one before, and each screenshot shows the sky of the lines before it,
// also where many lines are due in one frame.
func TestSlowFrames(t *testing.T) {
	for _, frameTime := range []time.Duration{10 * time.Millisecond, 300 * time.Millisecond} {
		out := play(t, `
0 look 90 -40
+0.01 place
+0.01 select 2
+0.01 place
+0.01 place
+0.01 shot a
+0 sky night
+0 shot b
+0 sky world
+0 shot c
+0.01 wait-acked
+0 quit`, frameTime)
		if len(out.notes) > 0 {
			t.Errorf("frames of %v: %q", frameTime, out.notes)
		}
		if want := []string{"a", "b night", "c"}; !slices.Equal(out.shots, want) {
			t.Errorf("frames of %v: shots %q, not %q", frameTime, out.shots, want)
		}
		count := map[world.Block]int{}
		for x := int32(4); x < 10; x++ {
			for y := int32(0); y < 3; y++ {
				b, _ := out.client.World().Block(world.Pos{X: x, Y: y, Z: 4})
				count[b]++
			}
		}
		if count[world.Dirt] != 1 || count[world.Glass] != 2 {
			t.Errorf("frames of %v: %v", frameTime, count)
		}
	}
}

// TestWaitForTerrain: wait-land waits until no more sections come.
func TestWaitForTerrain(t *testing.T) {
	out := play(t, "0 at 900 20 900\n+0 wait-land\n+0 quit", 20*time.Millisecond)
	w := out.client.World()
	if there := (world.Pos{X: 900, Y: 20, Z: 900}).Section(); !w.HasSection(there) {
		t.Errorf("the terrain at %v is not loaded", there)
	}
	if len(out.notes) > 0 || out.took < time.Second || out.took > 30*time.Second {
		t.Errorf("after %v, notes %q", out.took, out.notes)
	}
}
