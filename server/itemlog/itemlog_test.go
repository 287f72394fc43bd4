package itemlog

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/timestream"
	"voxtide/world"
)

// TestWays: each way in which things come and go is told as what it was, and what only moves in the own slots is not told.
func TestWays(t *testing.T) {
	f := newFixture(t)
	f.join(1, "bob")
	f.join(2, "ann")
	asked := 0
	for _, c := range []struct {
		do   func()
		want string
	}{
		{func() { f.put(1, 0, stone, 5); f.action(1, actions.BoxMove, chest) }, "bob +5 stone, other"},
		{func() {
			f.edit(edits.Edit{Kind: edits.SetBoxSlot, Pos: chest})
			f.put(1, 0, stone, 5)
			f.action(1, actions.BoxMove, chest)
		}, "bob +5 stone, out of the box at 10 64 -3"},
		{func() {
			f.edit(edits.Edit{Kind: edits.SetBoxSlot, Pos: chest})
			f.put(1, 0, stone, -2)
			f.action(1, actions.BoxMove, chest)
		}, "bob -2 stone, into the box at 10 64 -3"},
		{func() { f.put(1, 0, stone, -1); f.put(1, 7, stone, 1); f.action(1, actions.MoveItem, chest) }, ""},
		{func() { f.put(1, 0, stone, -1); f.action(1, actions.Place, world.Pos{X: 3, Y: 4, Z: 5}) }, "bob -1 stone, placed at 3 4 5"},
		{func() { f.put(1, 0, stone, -1); f.put(1, 1, diamond, 1); f.action(1, actions.Craft, chest) }, "bob -1 stone, used to craft; bob +1 tideglass, crafted"},
		{func() { f.put(1, 1, diamond, -1); f.action(1, actions.Drop, chest) }, "bob -1 tideglass, dropped"},
		{func() {
			f.watch.Edit(&edits.LogEntry{Edit: edits.Edit{Kind: edits.RemoveEntity}, Inverse: edits.Edit{Entity: world.Entity{Motion: world.Motion{Pos: world.BottomCentre(world.Pos{X: 7, Y: 8, Z: 9})}}}})
			f.put(1, 1, diamond, 1)
			f.watch.Transaction("advance")
		}, "bob +1 tideglass, picked up at 7 8 9"},
		{func() { f.watch.Command("ann"); f.put(1, 2, bread, 3); f.watch.Transaction("command") }, "bob +3 bread, given by a command of ann"},
		{func() { f.put(1, 2, bread, -1); f.action(1, actions.FinishEat, chest) }, "bob -1 bread, eaten"},
		{func() { f.put(1, 2, bread, -1); f.put(2, 0, bread, 1); f.watch.Transaction("deal") }, "bob -1 bread, paid to ann; ann +1 bread, paid by bob"},
		{func() {
			f.edit(edits.Edit{Kind: edits.SetBoxSlot, Pos: chest})
			f.put(2, 0, bread, -1)
			f.watch.Transaction("deal")
		}, "ann -1 bread, paid at the shop at 10 64 -3"},
		{func() { f.watch.Bring("ann"); f.put(1, 1, diamond, 1); f.watch.Transaction("command") }, "bob +1 tideglass, given back by ann"},
		{func() { f.put(1, 5, stone, 3); f.action(1, actions.Provide, chest) }, "bob +3 stone, out of nothing, in creative mode"},
	} {
		c.do()
		f.now += 100
		if got := f.said(Query{Since: f.now - 100}); got != c.want && asked > 0 {
			t.Errorf("%q, not %q", got, c.want)
		}
		asked++
	}
	for _, c := range []struct {
		q    Query
		want int
	}{{Query{Item: "bread"}, 5}, {Query{Name: "ANN"}, 2}, {Query{Near: &world.Pos{X: 11, Y: 63, Z: -2}, Reach: 1}, 3}, {Query{Name: "bob", Item: "stone", Since: f.now - 1000}, 3}, {Query{Name: "zoe"}, 0}} {
		n := 0
		if got := f.said(c.q); got != "" {
			n = strings.Count(got, ";") + 1
		}
		if n != c.want {
			t.Errorf("%+v: %d lines", c.q, n)
		}
		asked++
	}
	t.Logf("%d ways and questions", asked)
}

// TestFarm: thousands of the same within a minute are one line.
func TestFarm(t *testing.T) {
	f := newFixture(t)
	f.join(1, "bob")
	for i := range 6000 { // in 100 s
		f.now = 1_000_000 + int64(i/60)
		f.put(1, 0, stone, 1-2*(i%2))
		f.watch.Transaction("advance")
	}
	got := f.said(Query{})
	if want := "bob +1800 stone, picked up; bob -1800 stone, in another way; bob +1200 stone, picked up; bob -1200 stone, in another way"; got != want || len(f.watch.open) > 0 {
		t.Errorf("%q", got)
	}
}

// TestSum is the law of the history: between two lines of all that a player had, the lines add up to their difference, whatever happened, through
// deaths, leaving and restarts; and Had finds at each time exactly what was there.
func TestSum(t *testing.T) {
	src := testrand.New(t)
	f := newFixture(t)
	items := []world.Item{stone, diamond, bread}
	type moment struct {
		at   int64
		have string
	}
	var moments []moment
	counted := func() string {
		sum := map[string]int{}
		for _, s := range Stacks(f.have[1][:]) {
			sum[s.Item] += s.Count
		}
		return fmt.Sprint(sum)
	}
	f.join(1, "bob")
	f.join(2, "ann")
	deaths, leaves, starts, last := 0, 0, 0, ""
	for range 4000 {
		f.now += int64(src.IntN(40))
		of := timestream.Stream(1 + src.IntN(2))
		for range 1 + src.IntN(3) {
			slot := src.IntN(6)
			if st := f.have[of][slot]; st.Count == 0 {
				f.put(of, slot, items[src.IntN(3)], 1+src.IntN(60))
			} else {
				f.put(of, slot, st.Item, -1-src.IntN(int(st.Count)))
			}
		}
		switch src.IntN(40) {
		case 0:
			f.watch.Transaction("advance")        // ends it: all of the next is the death
			if has := counted(); has != "map[]" { // who has nothing loses nothing, of which there is no line
				last = has
			}
			for i := range f.have[1] {
				if f.have[1][i].Count > 0 {
					f.put(1, i, f.have[1][i].Item, -int(f.have[1][i].Count))
				}
			}
			f.edit(edits.Edit{Kind: edits.SetBoxSlot, Pos: chest})
			f.watch.Transaction("death")
			deaths++
		case 1:
			f.watch.Transaction("advance")
			f.edit(edits.Edit{Kind: edits.RemovePlayer, Stream: 1})
			f.watch.Transaction("leave")
			f.now += int64(src.IntN(100))
			f.join(1, "bob")
			leaves++
		case 2:
			f.watch.Transaction("advance")
			f.watch.Close()
			f.log.Close()
			f.open()
			f.join(1, "bob")
			f.join(2, "ann")
			starts++
		default:
			if src.IntN(2) == 0 {
				f.watch.Transaction("advance")
			} else {
				f.action(of, actions.Kind(1+src.IntN(int(actions.KindCount)-1)), chest)
			}
		}
		if src.IntN(20) == 0 { // nothing is on a line of which a part is later
			f.watch.Flush()
			f.now++
			moments = append(moments, moment{f.now - 1, counted()})
		}
	}
	f.watch.Flush()
	asked := 0
	for i, m := range moments {
		if i%3 != 0 {
			continue
		}
		p, err := f.log.Had("bob", m.at, false)
		sum := map[string]int{}
		for _, s := range p.Had {
			sum[s.Item] += s.Count
		}
		if got := fmt.Sprint(sum); err != nil || !p.Known || p.Lost > 0 || got != m.have {
			t.Fatalf("at %d: %v %v %d, %s and not %s", m.at, err, p.Known, p.Lost, got, m.have)
		}
		asked++
	}
	p, err := f.log.Had("bob", 0, true)
	sum := map[string]int{}
	for _, s := range p.Had {
		sum[s.Item] += s.Count
	}
	if fmt.Sprint(sum) != last || err != nil || deaths == 0 {
		t.Errorf("before the last death: %v, not %s (%v)", sum, last, err)
	}
	lines, wrong := 0, 0
	have, known := map[string]map[string]int{}, map[string]bool{}
	numbers, _ := f.log.files.Folder.Numbers()
	for _, n := range numbers {
		f.log.files.Folder.Read(n, func(text []byte) {
			l, ok := parse(text)
			if !ok {
				t.Errorf("not read: %s", text)
			}
			lines++
			if have[l.Name] == nil {
				have[l.Name] = map[string]int{}
			}
			if !l.How.isWhole() {
				have[l.Name][l.Item] += l.Count
				return
			}
			all := map[string]int{}
			for _, s := range l.All {
				all[s.Item] += s.Count
			}
			for it, n := range have[l.Name] {
				if known[l.Name] && all[it] != n {
					wrong++
					t.Errorf("%s has %d %s, and the lines say %d", l.Name, all[it], it, n)
				}
			}
			have[l.Name], known[l.Name] = all, true
		})
	}
	t.Logf("%d lines, %d deaths, %d times left, %d starts, asked for %d moments of %d", lines, deaths, leaves, starts, asked, len(moments))
}

// TestHadAtLeast: of a line that goes on beyond the time that is asked for, the player had at least what is told: nothing is given back that was
// gone by then, or had not come.
func TestHadAtLeast(t *testing.T) {
	f := newFixture(t)
	f.have[1] = &[world.InventorySize]world.Stack{{Item: stone, Count: 50}}
	f.join(1, "bob")
	for range 10 { // in 10 s
		f.now++
		f.put(1, 0, stone, -2)
		f.action(1, actions.Place, chest)
		f.put(1, 1, bread, 1)
		f.watch.Transaction("advance")
	}
	f.watch.Flush()
	for _, c := range []struct {
		at   int64
		want string
	}{{f.now - 10, "[50 stone]"}, {f.now - 5, "[30 stone]"}, {f.now, "[30 stone 10 bread]"}} {
		p, err := f.log.Had("bob", c.at, false)
		if got := fmt.Sprint(p.Had); err != nil || got != c.want {
			t.Errorf("%d s before: %s, not %s (%v)", f.now-c.at, got, c.want, err)
		}
	}
}

// TestBounds: whatever players do, the memory of a Watch and its queue are bounded, and a disk that takes nothing costs lines alone.
func TestBounds(t *testing.T) {
	f := newFixture(t)
	f.join(1, "bob")
	for i := range 3 * openMax {
		f.edit(edits.Edit{Kind: edits.SetBoxSlot, Pos: world.Pos{X: int32(i)}})
		f.put(1, 0, stone, 1-2*(i%2))
		f.action(1, actions.BoxMove, chest)
		if len(f.watch.open) > openMax {
			t.Fatalf("%d lines are open", len(f.watch.open))
		}
	}
	f.watch.Flush()
	if n := len(f.watch.order); n > 0 || cap(f.watch.order) > 8*openMax {
		t.Errorf("%d of %d in order", n, cap(f.watch.order))
	}
	f.log.Close()
	warned := 0
	dir := t.TempDir() + "/gone"
	l, err := Open(dir, 30, func(error) { warned++ })
	if err != nil {
		t.Fatal(err)
	}
	os.RemoveAll(dir)
	for range 2 * queueMax {
		l.Add(Line{At: 1, Name: "bob", How: Picked, Item: "stone", Count: 1})
	}
	found, _ := l.Search(Query{Most: 5})
	l.Close()
	if warned != 1 || found.All != 0 {
		t.Errorf("%d warnings, %d lines", warned, found.All)
	}
}

// TestPages: the pages of a question have each line once, the newest on the first.
func TestPages(t *testing.T) {
	f := newFixture(t)
	for i := range 25 {
		f.log.Add(Line{At: int64(i + 1), Name: "bob", How: Picked, Item: "stone", Count: i + 1})
	}
	var got []int
	for page := 3; page >= 1; page-- {
		found, err := f.log.Search(Query{Page: page, Most: 10})
		if err != nil || found.All != 25 || found.Pages != 3 || found.Page != page {
			t.Errorf("%+v, %v", found, err)
		}
		for _, l := range found.Lines {
			got = append(got, l.Count)
		}
	}
	for i, n := range got {
		if n != i+1 || len(got) != 25 {
			t.Fatal(got)
		}
	}
	if found, _ := f.log.Search(Query{Page: 4, Most: 10}); len(found.Lines) > 0 {
		t.Errorf("%+v", found)
	}
}

// FuzzParse: any line of a file is read without harm, and one that is taken is one that is written.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"t":5,"n":"bob","h":"box","i":"stone","c":-3,"p":[1,2,3]}`))
	f.Add([]byte(`{"t":5,"n":"bob","h":"died","s":[{"i":"stone","c":3,"w":2}]}`))
	f.Add([]byte(`{"t":-5,"n":"b\u0000b","h":"x","i":"nothing","c":0}` + "\xff"))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, ok := parse(text)
		if !ok {
			return
		}
		again, err := json.Marshal(&l)
		if err != nil || strings.ContainsAny(l.Text()+l.Name, "\n\x00") {
			t.Fatal(err, l)
		}
		if same, ok := parse(again); !ok || fmt.Sprint(same) != fmt.Sprint(l) {
			t.Errorf("%s is read as %+v", again, same)
		}
	})
}

// BenchmarkWatch measures what 100 builders cost: each step of a second each of them places a block or takes one out of a box, as fast as hands can.
func BenchmarkWatch(b *testing.B) {
	f := newFixture(b)
	const players = 100
	for i := range players {
		f.join(timestream.Stream(1+i), fmt.Sprintf("p%d", i))
	}
	step := 0
	one := func() {
		f.now = 1_000_000 + int64(step/60)
		for i := range players {
			of := timestream.Stream(1 + i)
			if (step+i)%10 == 0 { // six times a second
				f.put(of, i%9, stone, 1-2*((step/10)%2))
				f.action(of, actions.Place, world.Pos{X: int32(i), Y: 64})
			}
			f.watch.Transaction("advance")
		}
		step++
	}
	for range 600 {
		one()
	}
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		one()
	}
	b.ReportMetric(float64(f.log.Lost()), "lost")
}
