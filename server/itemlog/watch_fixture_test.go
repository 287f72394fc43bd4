package itemlog

import (
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// fixture is a Watch over a folder, with a clock of its own.
type fixture struct {
	t     testing.TB
	dir   string
	now   int64
	log   *Log
	watch *Watch
	have  map[timestream.Stream]*[world.InventorySize]world.Stack
}

func newFixture(t testing.TB) *fixture {
	f := &fixture{t: t, dir: t.TempDir(), now: 1_000_000, have: map[timestream.Stream]*[world.InventorySize]world.Stack{}}
	f.open()
	return f
}

func (f *fixture) open() {
	l, err := Open(f.dir, 30, func(err error) { f.t.Error(err) })
	if err != nil {
		f.t.Fatal(err)
	}
	f.log, f.watch = l, NewWatch(l, func() int64 { return f.now })
}

func (f *fixture) edit(e edits.Edit) { f.watch.Edit(&edits.LogEntry{Edit: e}) }

func (f *fixture) join(of timestream.Stream, name string) {
	if f.have[of] == nil {
		f.have[of] = &[world.InventorySize]world.Stack{}
	}
	f.edit(edits.Edit{Kind: edits.AddStream, Stream: of, Text: name})
	f.edit(edits.Edit{Kind: edits.AddPlayer, Stream: of, Player: &world.Player{Slots: *f.have[of]}})
	f.watch.Transaction("join")
}

// put adds a number of an item to a slot, within the present transaction.
func (f *fixture) put(of timestream.Stream, slot int, it world.Item, n int) {
	st := world.Stack{Item: it, Count: uint8(int(f.have[of][slot].Count) + n)}
	if st.Count == 0 {
		st = world.Stack{}
	}
	f.have[of][slot] = st
	f.edit(edits.Edit{Kind: edits.SetInventorySlot, Stream: of, Slot: uint8(slot), Stack: st})
}

func (f *fixture) action(of timestream.Stream, kind actions.Kind, at world.Pos) {
	f.watch.Action(of, &actions.Action{Kind: kind, Pos: at}, actions.Done)
	f.watch.Transaction("action")
}

// said returns the lines of a query, without those of all that somebody had.
func (f *fixture) said(q Query) string {
	f.watch.Flush()
	q.Most = max(q.Most, 1000)
	found, err := f.log.Search(q)
	if err != nil {
		f.t.Fatal(err)
	}
	var out []string
	for _, l := range found.Lines {
		if !l.How.isWhole() {
			out = append(out, l.Name+" "+l.Text())
		}
	}
	return strings.Join(out, "; ")
}

var (
	stone   = world.ItemOf(world.Stone)
	diamond = itemNamed("tideglass")
	bread   = itemNamed("bread")
	chest   = world.Pos{X: 10, Y: 64, Z: -3}
)

func itemNamed(name string) world.Item {
	it, known := world.ItemNamed(name)
	if !known {
		panic(name)
	}
	return it
}
