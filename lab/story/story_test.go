package story

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"voxtide/world"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestStory plays each story and compares it with the golden file in testdata.
func TestStory(t *testing.T) {
	for _, s := range Stories {
		t.Run(s.Name, func(t *testing.T) {
			var got bytes.Buffer
			if err := s.Tell(&got); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", s.Name+".txt")
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(want, got.Bytes()) {
				t.Errorf("got:\n%swant:\n%s", got.Bytes(), want)
			}
		})
	}
}

// jetTable is the table of the essay's section 2.5: what the five orders draw at jetTimes.
var jetTable = [][]int{
	{10, 10, 10, 10, 10, 10, 10},
	{0, 0, 0, 0, 0, 0, 0},
	{1, 2, 3, 9, 10, 10, 10},
	{0, 0, 0, 0, 3, 7, 9},
	{1, 2, 3, 9, 13, 17, 19},
}

// TestJetpackReal checks that the real client draws the essay's table within a frame, which lasts a millisecond here, and that of
// these methods only time streams are never corrected when the delay varies.
func TestJetpackReal(t *testing.T) {
	for i, m := range jetReal() {
		burnt, err := jetPlay(m)
		if err != nil {
			t.Fatal(m, err)
		}
		want := jetTable[min(i, 4)] // the last one is ours
		for k, at := range jetTimes {
			if d := burnt[at-1] - int64(1000*want[k]); d < -1000 || d > 1000 {
				t.Errorf("%s at %d ms: %.2f, not within a frame of %d", m, at, float64(burnt[at-1])/1000, want[k])
			}
		}
	}
	if n, cm, err := jetJitterPlay("onestream,order=5"); err != nil || n == 0 || cm == 0 {
		t.Errorf("order 5 under jitter: %d corrections of %.1f cm at most, %v", n, cm, err)
	}
	if n, cm, err := jetJitterPlay("timestream"); err != nil || n != 0 {
		t.Errorf("time streams under jitter: %d corrections of %.1f cm at most, %v", n, cm, err)
	}
}

// TestGambetta checks the numbers of part II: 12, 11, 12 without reconciliation, and no step back with it.
func TestGambetta(t *testing.T) {
	for _, c := range []struct {
		method string
		want   map[int]int // x by time in ms
	}{
		{"naive,state=snap", map[int]int{0: 11, 100: 12, 249: 12, 250: 11, 349: 11, 350: 12}},
		{"gambetta", map[int]int{0: 11, 100: 12, 249: 12, 250: 12, 349: 12, 350: 12}},
		{"timestream", map[int]int{0: 11, 100: 12, 249: 12, 250: 12, 349: 12, 350: 12}},
		{"dumb", map[int]int{0: 10, 249: 10, 250: 11, 349: 11, 350: 12}},
	} {
		drawn, err := gambettaPlay(c.method)
		if err != nil {
			t.Fatal(c.method, err)
		}
		for at, x := range c.want {
			if drawn[at] != x {
				t.Errorf("%s at %d ms: x = %d, not %d", c.method, at, drawn[at], x)
			}
		}
	}
}

// TestJetpack checks the numbers of the essay's section 2.5.
func TestJetpack(t *testing.T) {
	for i, o := range jetOrders {
		for k, at := range jetTimes {
			if got := o.drawn(at, jetServer(at-jetpackOneWay)).pos; got != jetTable[i][k] {
				t.Errorf("%s at %d ms: %d, not %d", o.name, at, got, jetTable[i][k])
			}
		}
	}
	for _, at := range append(jetTimes, 20, 30) {
		if got := jetStreams(at).pos; got != at {
			t.Errorf("time streams at %d ms: %d", at, got)
		}
	}
}

// TestLinks checks the essay's section 2.8: observed after 20 ms with a ping of 40, in half the time of what goes by the server or less, and
// in one house almost at once; the server's word is as late as ever, and nothing is corrected.
func TestLinks(t *testing.T) {
	want := []struct{ least, most time.Duration }{{40, 42}, {20, 21}, {200, 202}, {10, 11}, {0, 2}}
	for i := range linksCases {
		c := &linksCases[i]
		seen, err := c.play()
		if err != nil {
			t.Fatal(err)
		}
		peer, server, word := seen.peer/storyTick, seen.server/storyTick, seen.confirmed/storyTick
		if w := want[i]; peer < w.least || peer > w.most || seen.own/storyTick != 0 || seen.corrections > 0 {
			t.Errorf("%s: %+v", c.about, seen)
		}
		if way := c.rtt / 2 / storyTick; server < way || server > way+1 || word < 2*way || word > 2*way+2 {
			t.Errorf("%s: at the server after %d ms, confirmed after %d", c.about, server, word)
		}
		t.Logf("%s: %+v", c.about, seen)
	}
}

// TestChest checks both endings: each has it in the frame of the press, one of them in the end, nothing is doubled or lost, and the other
// one alone is corrected, once, and told who was first.
func TestChest(t *testing.T) {
	for i := range chestEndings {
		s, err := playChest(t.Output(), chestEndings[i].oneWay)
		if err != nil {
			t.Fatal(err)
		}
		first, late := s.actors[i], s.actors[1-i]
		want := world.StackOf(world.Glass, 5)
		w := s.server.World()
		if box, has, lacks := w.BlockEntityAt(storyChest).Slot(0), w.Player(first.client.Stream()).Slots[chestSlot], w.Player(late.client.Stream()).Slots[chestSlot]; box.Count > 0 || has != want || lacks.Count > 0 {
			t.Errorf("%v in the chest, %v with %s, %v with %s", box, has, first.name, lacks, late.name)
		}
		for _, a := range s.actors {
			shown := world.Stack{}
			if a == first {
				shown = want
			}
			if box, own := a.shown(); box.Count > 0 || own != shown {
				t.Errorf("%s sees %v in the chest and %v", a.name, box, own)
			}
			if a.pressed != want {
				t.Errorf("%s saw %v in the frame of the press", a.name, a.pressed)
			}
		}
		if len(first.told) > 0 || first.corrected > 0 || late.corrected != 1 || len(late.told) != 1 || late.told[0] != first.name+" was first" {
			t.Errorf("%s: %d corrections, told %q; %s: %d, %q", first.name, first.corrected, first.told, late.name, late.corrected, late.told)
		}
	}
}

// TestDam checks that both see the water in each cell in the same millisecond, five times a second, from when its turn has come; that
// Bob's stone stops it for both; and that nobody is corrected but by what the other did.
func TestDam(t *testing.T) {
	for _, stone := range []bool{false, true} {
		s, err := playDam(io.Discard, stone)
		if err != nil {
			t.Fatal(err)
		}
		wet := 0
		for x := damCell.X; x <= damTo; x++ {
			a, b := s.actors[0].seenAt[x], s.actors[1].seenAt[x]
			if a != b {
				t.Errorf("stone %v, x = %d: Alice sees water at %v, Bob at %v", stone, x, a, b)
			}
			if a > 0 {
				wet++
			}
			if last := s.actors[0].seenAt[x-1]; x > damCell.X && a > 0 && a-last != 200*time.Millisecond {
				t.Errorf("stone %v, x = %d: %v after the cell before", stone, x, a-last)
			}
		}
		if want := map[bool]int{false: 7, true: 4}[stone]; wet != want {
			t.Errorf("stone %v: %d cells are wet, want %d", stone, wet, want)
		}
		t.Logf("stone %v: %d cells wet; corrections: Alice %d, Bob %d", stone, wet, s.actors[0].corrections, s.actors[1].corrections)
	}
}
