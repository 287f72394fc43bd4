package ui

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/window"
	"voxtide/world"
)

// rulesWorld is a world with a player in front of a box, whose requests are performed by the real rules.
type rulesWorld struct {
	r      *edits.Recorder
	at     timestream.Time
	number uint64
	box    world.Pos
	near   [len(recipes.StationClasses)]world.Pos
}

func newRulesWorld(block world.Block, creative bool) *rulesWorld {
	w := world.New()
	w.AddStream(timestream.Server, 0, 1)
	w.AddStream(1, 0, 1)
	e := world.Entity{ID: world.AvatarID(1), Kind: world.KindAvatar, Stream: 1}
	e.Motion.Pos = world.BottomCentre(world.Pos{X: 6, Z: 6})
	if creative {
		e.Motion.Flags |= world.Creative
	}
	w.AddEntity(e)
	w.AddPlayer(1, world.Player{Name: "ann"})
	for y := int32(-1); y <= 0; y++ {
		w.SetSubscription(1, world.Subscription{Section: world.SectionPos{Y: y}, Epoch: 1, Confirmed: true})
		w.SetSection(world.SectionPos{Y: y}, world.NewSection(world.Air))
	}
	s := &rulesWorld{r: &edits.Recorder{W: w}, at: timestream.Time(timestream.Second), box: world.Pos{X: 6, Z: 4}}
	w.SetBlock(s.box, block)
	return s
}

// fill fills the state of the screens as a client does.
func (s *rulesWorld) fill(st *State) {
	p := s.r.W.Player(1)
	for i, v := range p.Slots {
		st.Slots[i] = Stack{uint16(v.Item), v.Count, v.Wear}
	}
	st.Near, s.near = actions.StationsNear(s.r.W, 1)
	b, _ := s.r.W.Block(s.box)
	x := s.r.W.BlockEntityAt(s.box)
	st.Box = Box{Item: uint16(world.ItemOf(b)), Class: b.Class(), Count: b.BoxSlots()}
	o := recipes.OvenOf(x).At(b.Class(), s.at)
	for i := range st.Box.Count {
		v := x.Slot(i)
		if b.IsOven() {
			v = [...]world.Stack{world.OvenIn: o.In, world.OvenFuel: o.Fuel, world.OvenOut: o.Out}[i]
		}
		st.Box.Slots[i] = Stack{uint16(v.Item), v.Count, v.Wear}
	}
}

// perform performs a request.
func (s *rulesWorld) perform(q *Request) actions.Refusal {
	s.number++
	a := actions.Action{Number: s.number, At: s.at}
	switch q.Kind {
	case RequestMoveItem:
		a.Kind, a.Slot, a.ToSlot, a.Count = actions.MoveItem, q.From, q.To, q.Count
	case RequestBoxMove:
		a.Kind, a.Pos, a.Slot, a.ToSlot, a.Count, a.Item, a.Want = actions.BoxMove, s.box, q.From, q.To, q.Count, world.Item(q.Item), q.Into
	case RequestCraft:
		n := s.number
		a = actions.CraftAction(q.Recipe, q.Count, &s.near)
		a.Number, a.At = n, s.at
	case RequestDrop:
		a.Kind, a.Slot, a.Count = actions.Drop, q.From, q.Count
	case RequestProvide:
		a.Kind, a.Slot, a.Count, a.Item = actions.Provide, q.To, q.Count, world.Item(q.Item)
	default:
		return actions.Done
	}
	why := actions.Do(s.r, 1, s.at, &a)
	s.r.Commit()
	return why
}

// TestPagesKeepTheRules plays at random on every page with slots: the real rules refuse nothing that it requests, and leave the slots as
// the page showed them before.
func TestPagesKeepTheRules(t *testing.T) {
	rnd := testrand.New(t)
	counts := map[RequestKind]int{}
	blocks := []string{"chest", "furnace", "kiln", "campfire", "workbench", "barrel"}
	var pool []world.Item
	for _, n := range []string{"sand", "log", "planks", "coal", "stick", "meat", "clay_ball", "iron_pick", "cobblestone", "flint"} {
		it, known := world.ItemNamed(n)
		if !known {
			t.Fatal(n)
		}
		pool = append(pool, it)
	}
	for round := range testrand.Rounds(60) {
		creative := round/len(blocks)%3 == 2
		it, _ := world.ItemNamed(blocks[round%len(blocks)])
		s := newRulesWorld(it.Block(), creative)
		p := s.r.W.Player(1)
		for i := range p.Slots {
			if rnd.IntN(5) > 1 {
				it := pool[rnd.IntN(len(pool))]
				p.Slots[i] = world.Stack{Item: it, Count: 1 + uint8(rnd.IntN(int(it.Info().StackMax)))}
			}
		}
		r := newHarness(t)
		r.noEcho = true
		r.s.Survival = !creative
		s.fill(&r.s)
		r.draw()
		if r.u.OpenBlock(&r.s.Box); !r.u.BlockShown() {
			t.Fatalf("%v has no page", it)
		}
		r.draw()
		for range 80 {
			if !r.u.BlockShown() {
				break
			}
			for range 1 + rnd.IntN(4) {
				x, y := rnd.IntN(1280), rnd.IntN(720)
				if rects := r.u.widgets.focusRects; rnd.IntN(8) > 0 && len(rects) > 0 {
					at := rects[rnd.IntN(len(rects))]
					x, y = at.x+at.w/2, at.y+at.h/2
				}
				e := window.Event{Kind: window.MouseMove, X: float32(x), Y: float32(y), DX: 1, Mods: window.Mods(rnd.IntN(2))}
				b := []window.Key{window.MouseLeft, window.MouseLeft, window.MouseRight}[rnd.IntN(3)]
				events := []window.Event{e}
				switch e.Key = b; rnd.IntN(6) {
				case 0:
					e.Kind, e.Key = window.KeyDown, []window.Key{window.KeyEnter, window.KeySpace, window.Key2, window.Key7, window.KeyQ, window.KeyArrowDown, window.KeyTab}[rnd.IntN(7)]
					events = append(events, e)
				case 1:
					e.Kind = window.MouseUp
					events = append(events, e)
				case 2:
				default:
					e.Kind = window.MouseDown
					events = append(events, e)
					if rnd.IntN(2) > 0 {
						e.Kind = window.MouseUp
						events = append(events, e)
					}
				}
				out := r.u.Feed(r.now, events)
				shown := r.u.state.Items
				for i := range out.Requests {
					counts[out.Requests[i].Kind]++
					if why := s.perform(&out.Requests[i]); why != actions.Done {
						t.Fatalf("round %d, %v: %v: %+v", round, it, why, out.Requests[i])
					}
				}
				var now State
				if s.fill(&now); now.Slots != shown.Slots || r.u.BlockShown() && now.Box != shown.Box {
					t.Fatalf("round %d, %v, after %+v: shown is\n%v\n%v\nand the rules say\n%v\n%v", round, it, out.Requests, shown.Slots, shown.Box, now.Slots, now.Box)
				}
				s.at += timestream.Time(timestream.Second)
				s.fill(&r.s)
				r.draw()
				r.now += rnd.Float64()
			}
		}
	}
	t.Logf("requests by kind: %d moves, %d at boxes, %d made, %d thrown, %d out of the catalogue", counts[RequestMoveItem], counts[RequestBoxMove], counts[RequestCraft], counts[RequestDrop], counts[RequestProvide])
	for _, k := range []RequestKind{RequestMoveItem, RequestBoxMove, RequestCraft, RequestDrop, RequestProvide} {
		if counts[k] == 0 {
			t.Errorf("no request of kind %d", k)
		}
	}
}

// TestSign: what is written on a sign is requested at once, line by line, and nothing if it is the same.
func TestSign(t *testing.T) {
	r := newHarness(t)
	open := func() {
		r.s.Box = exampleBox("oak_sign")
		r.u.OpenBlock(&r.s.Box)
		r.draw()
	}
	open()
	r.expectText("To the old mill", "mind the wolves")
	r.key(window.KeyEnter, window.KeyEnter, window.KeyEnter, window.KeyEnter)
	if len(r.out.Requests) != 0 || r.u.BlockShown() {
		t.Errorf("the same text: %+v", r.out.Requests)
	}
	open()
	r.key(window.KeyEnter)
	r.typeText("and then the e-long-line that does not fit")
	if r.clickText("Write"); r.onlyRequest() != (Request{Kind: RequestWriteSign, Text: "To the old mill\nand then the e-long-\nmind the wolves"}) {
		t.Errorf("%+v", r.out.Requests)
	}
	open()
	r.typeText("x")
	r.s.Box = Box{}
	r.draw()
	if r.u.BlockShown() {
		t.Error("the page stays when the sign is gone")
	}
}

// TestShopPage: what is sold is shown with what is left; one is bought, or as many as can be; what cannot be bought cannot be pressed; the maker has the box opened,
// and others by a button.
func TestShopPage(t *testing.T) {
	r := newHarness(t)
	r.s.Box = exampleShop()
	r.u.OpenBlock(&r.s.Box)
	r.draw()
	r.expectText("Shop", "Planks", "Iron ingot", "12 left", "you have 40", "Buy", "Buy 2 times", "Open the box")
	if r.clickText("Buy"); r.onlyRequest() != (Request{Kind: RequestTrade, Count: 1}) {
		t.Errorf("%+v", r.out.Requests)
	}
	if r.clickText("Buy 2 times"); r.onlyRequest() != (Request{Kind: RequestTrade, Count: 2}) {
		t.Errorf("%+v", r.out.Requests)
	}
	r.s.Box.Shop.Times, r.s.Box.Shop.Why = 0, "it is sold out"
	r.draw()
	r.expectText("it is sold out")
	if r.clickText("Buy"); len(r.out.Requests) != 0 {
		t.Errorf("sold out: %+v", r.out.Requests)
	}
	if r.clickText("Open the box"); r.onlyRequest() != (Request{Kind: RequestOpenBox}) || r.u.BlockShown() {
		t.Errorf("%+v", r.out.Requests)
	}
	r.u.OpenBlock(&r.s.Box)
	r.draw()
	r.s.Box.Shop = Shop{}
	if r.draw(); r.u.BlockShown() {
		t.Error("the page stays when the shop has ended")
	}
	r.s.Box = exampleShop()
	r.s.Box.Shop.Own = true
	r.u.OpenBlock(&r.s.Box)
	r.draw()
	r.expectText("Chest")
	if _, there := r.find("Buy"); there {
		t.Error("the maker of a shop is asked to buy there")
	}
}
