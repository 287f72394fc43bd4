package server

import (
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/server/access"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// shopFixture is a server on whose claimed land ann has a chest with 12 iron ingots, and bob 40 planks.
type shopFixture struct {
	*harness
	t        *testing.T
	ann, bob *testClient
	at       world.Pos
	iron     world.Item
	planks   world.Item
	now      int64
	disk     *store.Memory
}

func newShopFixture(t *testing.T, change func(*Config)) *shopFixture {
	f := &shopFixture{t: t, now: 1_800_000_000_000, disk: store.NewMemory(nil)}
	r, _, ann, bob := newAdminFixture(t, func(c *Config) {
		c.WallClock = func() int64 { return f.now }
		c.Store = f.disk
		if change != nil {
			change(c)
		}
	})
	f.harness, f.ann, f.bob = r, ann, bob
	f.iron, f.planks = itemNamed(t, "iron_ingot"), itemNamed(t, "planks")
	f.at = ann.avatar().Motion.Pos.Block()
	f.at.X += 2
	r.as(ann.stream(), func(rec *edits.Recorder) {
		rec.PutBlock(ann.stream(), f.at, boxNamed(t, "chest"))
		rec.Do(edits.BoxEdit(f.at, &world.BoxPart{Part: 4, Stack: world.Stack{Item: f.iron, Count: 12}}))
		for i := range world.InventorySize {
			rec.PutInventorySlot(bob.stream(), i, world.Stack{})
			rec.PutInventorySlot(ann.stream(), i, world.Stack{})
		}
		rec.PutInventorySlot(bob.stream(), 3, world.Stack{Item: f.planks, Count: 40})
	})
	return f
}

func itemNamed(t *testing.T, name string) world.Item {
	it, known := world.ItemNamed(name)
	if !known {
		t.Fatalf("no item %q", name)
	}
	return it
}

// claimed makes the land ann's.
func (f *shopFixture) claimed() *shopFixture {
	if got := f.ann.typeCommand("/claim 5"); !strings.Contains(got, "belongs to ann") {
		f.t.Fatal(got)
	}
	return f
}

// says types a line for a client, and fails the test unless the answer holds a text.
func (f *shopFixture) says(of *testClient, line, want string) {
	f.t.Helper()
	if got := of.typeCommand(line); !strings.Contains(got, want) {
		f.t.Errorf("%s: %s answers %q, without %q", of.name, line, got, want)
	}
}

// counts returns how many ingots and planks are in the box, with ann, and with bob.
func (f *shopFixture) counts() (out [6]int) {
	w := f.s.rec.W
	if x := w.BlockEntityAt(f.at); x != nil {
		out[0], out[1] = world.CountNew(x.Slots, f.iron), world.CountNew(x.Slots, f.planks)
	}
	for i, h := range [...]*testClient{f.ann, f.bob} {
		p := w.Player(h.stream())
		out[2+2*i], out[3+2*i] = world.CountNew(p.Slots[:], f.iron), world.CountNew(p.Slots[:], f.planks)
	}
	return out
}

func (f *shopFixture) have(what string, want [6]int) {
	f.t.Helper()
	if got := f.counts(); got != want {
		f.t.Fatalf("%s: %v, want %v (ingots and planks in the box, with ann, with bob)", what, got, want)
	}
}

// TestShop: ann sells on her land, bob buys although he may not open the box, and every refusal says what to do and changes nothing.
func TestShop(t *testing.T) {
	f := newShopFixture(t, nil)
	first := [6]int{12, 0, 0, 0, 0, 40}
	f.says(f.ann, "/shop 3 iron_ingot for 16 planks", "claim it first")
	f.says(f.ann, "/shops", "there is no shop within 64 blocks")
	f.claimed()
	f.says(f.bob, "/shop 3 iron_ingot for 16 planks", "this land belongs to ann")
	f.says(f.bob, "/buy", "there is no shop beside you")
	f.says(f.ann, "/shop 3 iron_ingot for 3 iron_ingot", "the same")
	f.says(f.ann, "/shop 2 iron_pick for 3 iron_ingot", "more than lie in one slot, which is 1")
	f.says(f.ann, "/shop 3 iron_ingot for 16 planks ~ ~-1 ~", "is no box but")
	f.says(f.ann, "/shop 3 iron_ingot for 16 planks 9000 0 0", "not in memory")
	f.says(f.ann, "/shop off", "nothing is sold at")
	f.says(f.ann, "/shop 3 iron_ingot for 16 planks", "everybody buys 3 iron_ingot for 16 planks here, and you alone open it; 12 are in it")
	f.says(f.ann, "/shops", "12 left, yours")
	f.says(f.bob, "/shops", "12 left, of ann")
	f.have("before anybody bought", first)
	f.says(f.bob, "/buy 3", "you have 40 of 48 planks")
	f.says(f.bob, "/buy 5", "12 of 15 iron_ingot are left")
	f.have("refused", first)
	f.says(f.bob, "/buy", "you have bought 3 iron_ingot for 16 planks; 9 are left")
	f.says(f.bob, "/buy", "6 are left")
	f.have("twice bought", [6]int{6, 32, 0, 0, 6, 8})
	f.says(f.bob, "/buy", "you have 8 of 16 planks")
	f.bob.agrees()
	f.ann.agrees()
	f.now += 4000
	f.play(4)
	if got := strings.Join(f.ann.chatLines(), "\n"); !strings.Contains(got, "bob has bought 6 iron_ingot for 32 planks at") {
		t.Errorf("ann is told %q", got)
	}
	// ann takes the rest out, as ever; then it is sold out, and bob is told who was first.
	a := f.ann.do(actions.Action{Kind: actions.BoxMove, Pos: f.at, Slot: 4, ToSlot: 0, Count: 6, Item: f.iron}, f.s.Now())
	f.play(4)
	if f.ann.why[a.Number] != actions.Done {
		t.Errorf("ann at her own box: %v", f.ann.why[a.Number])
	}
	b := f.bob.do(actions.Action{Kind: actions.BoxMove, Pos: f.at, Slot: 0, ToSlot: 0, Count: 16, Item: f.planks}, f.s.Now())
	f.play(4)
	if f.bob.why[b.Number] != actions.Claimed {
		t.Errorf("bob at ann's box: %v", f.bob.why[b.Number])
	}
	f.says(f.ann, "/buy", "0 of 3 iron_ingot are left: bob was first")
	f.have("taken out", [6]int{0, 32, 6, 0, 6, 8})
	f.says(f.bob, "/shop off", "this land belongs to ann")
	f.says(f.ann, "/shop off", "this is no shop any more")
	f.have("ended", [6]int{0, 32, 6, 0, 6, 8})
	f.ann.agrees()
	f.bob.agrees()
}

// TestTradeByAction: the action trades where a claim keeps the hands out, is told to all, and a stranger's offer is refused.
func TestTradeByAction(t *testing.T) {
	f := newShopFixture(t, nil).claimed()
	f.ann.typeCommand("/shop 3 iron_ingot for 16 planks")
	offer := f.s.rec.W.BlockEntityAt(f.at).Offer
	if offer.By != f.ann.stream() {
		t.Fatalf("%+v", offer)
	}
	try := func(h *testClient, times uint8, o world.Offer) actions.Refusal {
		a := h.do(actions.Action{Kind: actions.Trade, Pos: f.at, Count: times, Offer: o}, f.s.Now())
		f.play(4)
		return h.why[a.Number]
	}
	cheap := offer
	cheap.Price.Count = 1
	if why := try(f.bob, 1, cheap); why != actions.OfferChanged {
		t.Errorf("for less: %v", why)
	}
	if why := try(f.bob, 2, offer); why != actions.Done {
		t.Errorf("bob: %v", why)
	}
	f.have("bought", [6]int{6, 32, 0, 0, 6, 8})
	if why := try(f.bob, 1, offer); why != actions.MissingItems {
		t.Errorf("with 8 planks: %v", why)
	}
	// Two buyers of the last goods: the first gets all, the second a refusal with a name.
	f.as(timestream.Server, func(rec *edits.Recorder) {
		for _, h := range [...]*testClient{f.ann, f.bob} {
			rec.PutInventorySlot(h.stream(), 20, world.Stack{Item: f.planks, Count: 32})
		}
	})
	a := f.ann.do(actions.Action{Kind: actions.Trade, Pos: f.at, Count: 2, Offer: offer}, f.s.Now())
	b := f.bob.do(actions.Action{Kind: actions.Trade, Pos: f.at, Count: 2, Offer: offer}, f.s.Now())
	f.play(4)
	if whys := [2]actions.Refusal{f.ann.why[a.Number], f.bob.why[b.Number]}; whys != [2]actions.Refusal{actions.Done, actions.SoldOut} && whys != [2]actions.Refusal{actions.SoldOut, actions.Done} {
		t.Errorf("two buyers of the last goods: %v", whys)
	}
	if got := f.counts(); got[0] != 0 || got[1] != 64 || got[0]+got[2]+got[4] != 12 || got[1]+got[3]+got[5] != 104 {
		t.Errorf("%v", got)
	}
	f.ann.agrees()
	f.bob.agrees()
}

// TestWhoMayDeal: who may do nothing else may neither buy nor pay, by command or by action.
func TestWhoMayDeal(t *testing.T) {
	f := newShopFixture(t, nil).claimed()
	f.consoleCommand("op ann")
	f.says(f.ann, "/shop 3 iron_ingot for 16 planks", "everybody buys")
	before := f.counts()
	f.consoleCommand("freeze bob")
	f.play(200)
	f.says(f.bob, "/buy", "you are frozen")
	f.says(f.bob, "/pay ann 5 planks", "you are frozen")
	a := f.bob.do(actions.Action{Kind: actions.Trade, Pos: f.at, Count: 1, Offer: f.s.rec.W.BlockEntityAt(f.at).Offer}, f.s.Now())
	f.play(4)
	if f.bob.why[a.Number] != actions.Frozen {
		t.Errorf("frozen, by action: %v", f.bob.why[a.Number])
	}
	f.consoleCommand("unfreeze bob")
	f.says(f.ann, "/vanish", "")
	f.says(f.ann, "/pay bob 1 iron_ingot", "you are vanished")
	f.says(f.bob, "/pay ann 5 planks", `no player "ann" is online`)
	f.says(f.ann, "/vanish", "")
	f.says(f.ann, "/spectate bob", "")
	f.says(f.ann, "/buy", "through the eyes")
	f.says(f.ann, "/spectate", "")
	f.have("refused", before)
	// A region that lets nobody use anything keeps nobody from a shop, and nobody but operators and who is trusted makes one there.
	f.consoleCommand("region add fair -100 -60 -100 100 100 100")
	f.consoleCommand("region set fair use=none build=none")
	f.says(f.bob, "/shop 1 planks for 1 iron_ingot", "not allowed: this place is protected")
	f.says(f.bob, "/buy", "you have bought 3")
	// Operators see and end shops, from the console, too.
	if got := f.consoleCommand("shops " + rollback.CellText(f.at)); !strings.Contains(got, "9 left, of ann") {
		t.Error(got)
	}
	if got := f.consoleCommand("shop off " + rollback.CellText(f.at)); !strings.Contains(got, "no shop any more") {
		t.Error(got)
	}
	if got := f.consoleCommand("buy"); !strings.Contains(got, "console is nowhere") {
		t.Error(got)
	}
	f.says(f.bob, "/buy", "there is no shop beside you")
}

// TestNewcomersDoNotDeal: who has to be accepted first may not trade or pay.
func TestNewcomersDoNotDeal(t *testing.T) {
	f := newShopFixture(t, func(c *Config) { c.Policy.Newcomers = access.NewcomersAsked })
	f.consoleCommand("shop 3 iron_ingot for 16 planks " + rollback.CellText(f.at))
	before := f.counts()
	f.says(f.bob, "/buy", "has to accept you first")
	f.says(f.bob, "/pay ann 1 planks", "has to accept you first")
	f.have("refused", before)
	f.consoleCommand("accept bob")
	f.says(f.bob, "/buy", "you have bought 3")
}

// TestPay: things go from hand to hand, all or none, and both are told.
func TestPay(t *testing.T) {
	f := newShopFixture(t, nil)
	f.says(f.bob, "/pay ann 41 planks", "you have 40 of 41 planks")
	f.says(f.bob, "/pay bob 4 planks", "that is you")
	f.says(f.bob, "/pay zoe 4 planks", "no player \"zoe\" is online")
	f.says(f.bob, "/pay ann 0 planks", "COUNT is \"0\", not 1 to")
	f.ann.chatLines()
	f.says(f.bob, "/pay ann 15 planks", "you have given ann 15 planks")
	if got := strings.Join(f.ann.chatLines(), "\n"); !strings.Contains(got, "bob has given you 15 planks") {
		t.Errorf("ann is told %q", got)
	}
	f.have("paid", [6]int{12, 0, 0, 15, 0, 25})
	f.as(timestream.Server, func(rec *edits.Recorder) {
		for i := range world.InventorySize {
			rec.PutInventorySlot(f.ann.stream(), i, world.StackOf(world.Dirt, 64))
		}
		rec.PutInventorySlot(f.ann.stream(), 5, world.Stack{Item: f.planks, Count: 60})
	})
	f.says(f.bob, "/pay ann 5 planks", "ann has no room for 5 planks")
	f.says(f.bob, "/pay ann 4 planks", "you have given")
	f.have("paid again", [6]int{12, 0, 0, 64, 0, 21})
	f.ann.agrees()
	f.bob.agrees()
}

// TestTradesInHistory: who names what was bought by whom, also after a kill, and a rollback sets back what a trade did to the box.
func TestTradesInHistory(t *testing.T) {
	f := newShopFixture(t, nil).claimed()
	f.ann.typeCommand("/shop 3 iron_ingot for 16 planks")
	f.bob.typeCommand("/buy")
	a := f.bob.do(actions.Action{Kind: actions.Trade, Pos: f.at, Count: 1, Offer: f.s.rec.W.BlockEntityAt(f.at).Offer}, f.s.Now())
	f.play(20)
	if f.bob.why[a.Number] != actions.Done {
		t.Fatal(f.bob.why[a.Number])
	}
	var found []store.HistoryEntry
	f.disk.BlockChanges(f.at, func(p *store.HistoryEntry) bool { found = append(found, *p); return true })
	names := func(s timestream.Stream) string {
		return map[timestream.Stream]string{f.ann.stream(): "ann", f.bob.stream(): "bob"}[s]
	}
	lines := strings.Join(rollback.Format(&rollback.Query{Kind: rollback.Who, Rank: 99, Pos: f.at}, found, true, false, names, 0), "\n")
	if strings.Count(lines, "bob: bought 3 iron_ingot for 16 planks out of the chest") != 2 || !strings.Contains(lines, "ann: made it a shop: 3 iron_ingot for 16 planks") ||
		!strings.Contains(lines, "ann: put 12 iron_ingot into the chest") {
		t.Errorf("who says\n%s", lines)
	}
	hash, held := f.s.Hash(), f.counts()
	r, disk := f.crash(f.disk, nil)
	r.s.loadNow(f.at.Section())
	x := r.s.rec.W.BlockEntityAt(f.at)
	if r.s.Hash() != hash || world.CountNew(x.Slots, f.iron) != held[0] || world.CountNew(x.Slots, f.planks) != held[1] || x.Offer.Goods.Count != 3 {
		t.Fatalf("after a kill %+v", x)
	}
	job := &rollback.Job{Author: timestream.Server, Complete: true}
	disk.ScanCells(&store.Query{ByAuthor: true, Author: f.bob.stream()}, store.Cursor{}, 1<<40, func(c *store.CellHistory) bool {
		job.Add(rollback.RestoreOf(c))
		return true
	})
	r.s.StartRollback(job)
	for !job.Finished() {
		r.play(1)
	}
	x = r.s.rec.W.BlockEntityAt(f.at)
	if world.CountNew(x.Slots, f.iron) != 12 || world.CountNew(x.Slots, f.planks) != 0 || x.Offer.Price.Count != 16 {
		t.Errorf("after the rollback %+v", x)
	}
	// A shop that is broken and rolled back is a shop again.
	r.as(f.bob.stream(), func(rec *edits.Recorder) { rec.PutBlock(f.bob.stream(), f.at, world.Air) })
	job = &rollback.Job{Author: timestream.Server, Complete: true}
	disk.ScanCells(&store.Query{ByAuthor: true, Author: f.bob.stream()}, store.Cursor{}, 1<<40, func(c *store.CellHistory) bool {
		job.Add(rollback.RestoreOf(c))
		return true
	})
	r.s.StartRollback(job)
	for !job.Finished() {
		r.play(1)
	}
	if x = r.s.rec.W.BlockEntityAt(f.at); x.OfferOf().Goods.Count != 3 {
		t.Errorf("a shop that was broken comes back as %+v", x)
	}
}
