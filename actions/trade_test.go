package actions

import (
	"math/rand/v2"
	"testing"

	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/timestream"
	"voxtide/world"
)

// market is stage with a chest that sells 7 marble for 2 sand.
func market() *edits.Recorder {
	s := stage(false)
	s.Do(edits.Edit{Kind: edits.SetOffer, Pos: chest, Offer: stageOffers[1]})
	s.Commit()
	return s
}

// TestTrade: the price goes into the box and the goods into the hands, both or none, and each refusal has its name and changes nothing.
func TestTrade(t *testing.T) {
	s := market()
	marble, sand := world.ItemOf(world.Marble), world.ItemOf(world.Sand)
	buy := Action{Kind: Trade, Pos: chest, Count: 3, Offer: stageOffers[1]}
	act(t, s, sec, Done, buy)
	x, p := s.W.BlockEntityAt(chest), s.W.Player(1)
	if world.CountNew(p.Slots[:], marble) != 21 || world.CountNew(p.Slots[:], sand) != 34 || world.CountNew(x.Slots, marble) != 379 || world.CountNew(x.Slots, sand) != 6 || x.Offer != stageOffers[1] {
		t.Fatalf("%v\n%v", p.Slots, x)
	}
	full := func(of []world.Stack, with world.Stack) {
		for i := range of {
			if of[i].Count == 0 {
				of[i] = with
			}
		}
	}
	pick := world.Stack{Item: named("iron_pick"), Count: 1, Wear: 5}
	for i, c := range []struct {
		name    string
		prepare func(s *edits.Recorder, a *Action)
		want    Refusal
	}{
		{"another offer", func(s *edits.Recorder, a *Action) { a.Offer = stageOffers[0] }, OfferChanged},
		{"another price by now", func(s *edits.Recorder, a *Action) {
			s.Do(edits.Edit{Kind: edits.SetOffer, Pos: chest, Offer: stageOffers[0]})
		}, OfferChanged},
		{"no offer any more", func(s *edits.Recorder, a *Action) { s.Do(edits.Edit{Kind: edits.SetOffer, Pos: chest}) }, NoShop},
		{"the box is gone", func(s *edits.Recorder, a *Action) { s.PutBlock(1, chest, world.Air) }, NoShop},
		{"a furnace", func(s *edits.Recorder, a *Action) { a.Pos = furnace }, NoShop},
		{"sold out", func(s *edits.Recorder, a *Action) { a.Count = 64 }, SoldOut},
		{"not enough", func(s *edits.Recorder, a *Action) { a.Count = 21 }, MissingItems},
		{"the box is full", func(s *edits.Recorder, a *Action) {
			a.Count = 1 // of more a slot would become free
			for i := range world.ChestSlots {
				if s.W.BlockEntityAt(chest).Slot(i).Count == 0 {
					s.Do(edits.Edit{Kind: edits.SetBoxSlot, Pos: chest, Slot: uint8(i), Stack: pick})
				}
			}
		}, ShopFull},
		{"the hands are full", func(s *edits.Recorder, a *Action) {
			slots := s.W.Player(1).Slots
			full(slots[:], pick)
			for i, st := range slots {
				s.PutInventorySlot(1, i, st)
			}
		}, NoRoom},
		{"out of reach", func(s *edits.Recorder, a *Action) { a.Pos.X = 13 }, TooFar},
		{"not there yet", func(s *edits.Recorder, a *Action) { a.Pos.X = 16 }, NotLoaded},
		{"worn tools are not goods", func(s *edits.Recorder, a *Action) {
			a.Offer = world.Offer{Goods: world.Stack{Item: pick.Item, Count: 1}, Price: world.StackOf(world.Sand, 2), By: 2}
			s.Do(edits.Edit{Kind: edits.SetOffer, Pos: chest, Offer: a.Offer})
			s.Do(edits.Edit{Kind: edits.SetBoxSlot, Pos: chest, Slot: 0, Stack: pick})
		}, SoldOut},
		{"worn tools are no coins", func(s *edits.Recorder, a *Action) {
			a.Offer = world.Offer{Goods: world.StackOf(world.Marble, 1), Price: world.Stack{Item: pick.Item, Count: 1}, By: 2}
			s.Do(edits.Edit{Kind: edits.SetOffer, Pos: chest, Offer: a.Offer})
			s.PutInventorySlot(1, 9, pick)
		}, MissingItems},
	} {
		s, a := market(), buy
		c.prepare(s, &a)
		s.Commit()
		hash, a1 := s.W.BlocksHash()^s.W.PlayersHash(), a
		a1.At = timestream.Time(2+i) * sec
		if why := Do(s, 1, a1.At, &a1); why != c.want {
			t.Errorf("%s: %v, want %v", c.name, why, c.want)
		}
		s.W.Player(1).LastAction = 0
		if s.W.BlocksHash()^s.W.PlayersHash() != hash {
			t.Errorf("%s: a refusal changed something", c.name)
		}
	}
	s = market()
	s.PutBlock(1, chest, world.Air)
	if s.W.BlockEntityAt(chest) != nil {
		t.Errorf("of a broken shop %+v is left", s.W.BlockEntityAt(chest))
	}
	s.PutBlock(1, chest, named("barrel").Block())
	if o := s.W.BlockEntityAt(chest).OfferOf(); o != (world.Offer{}) {
		t.Errorf("the next box there offers %+v", o)
	}
}

// TestTradesKeepItems: two players trade at random while one fills the shop and takes out of it, offers change, and players pay each other. No item comes or
// goes, each trade done moved exactly its price and its goods, and undoing one brings back the hash.
func TestTradesKeepItems(t *testing.T) {
	seed := testrand.Seed(t)
	r := rand.New(rand.NewPCG(seed, 3))
	s := market()
	items := [...]world.Item{world.ItemOf(world.Marble), world.ItemOf(world.Sand), world.ItemOf(world.Dirt)}
	type sums [3][3]int // by where, and by item
	count := func() (out sums) {
		for k, it := range items {
			out[0][k] = world.CountNew(s.W.BlockEntityAt(chest).Slots, it)
			for p := 1; p <= 2; p++ {
				out[p][k] = world.CountNew(s.W.Player(timestream.Stream(p)).Slots[:], it)
			}
		}
		return out
	}
	all := func(n sums) (out [3]int) {
		for _, of := range n {
			for k := range of {
				out[k] += of[k]
			}
		}
		return out
	}
	for p := timestream.Stream(1); p <= 2; p++ {
		s.PutInventorySlot(p, 12, world.StackOf(world.Dirt, 60))
		for i, st := range s.W.Player(p).Slots { // of little room some find none
			if st.Count == 0 && i > 14 {
				s.PutInventorySlot(p, i, world.Stack{Item: named("iron_pick"), Count: 1, Wear: 5})
			}
		}
	}
	s.Commit()
	first, done, refused := all(count()), map[Kind]int{}, map[Refusal]int{}
	enough := func() bool {
		return done[Trade] >= 50 && done[BoxMove] >= 50 && done[KindCount] >= 20 && refused[SoldOut] > 0 && refused[NoRoom] > 0 && refused[MissingItems] > 0
	}
	for i := range testrand.RoundsUntil(6000, enough) {
		by := timestream.Stream(1 + r.IntN(2))
		a := Action{Kind: Trade, Pos: chest, Count: uint8(1 + r.IntN(4)), At: timestream.Time(i) * sec, Offer: s.W.BlockEntityAt(chest).OfferOf()}
		before, hash := count(), s.W.BlocksHash()^s.W.PlayersHash()
		switch r.IntN(12) {
		case 0:
			a.Offer = stageOffers[r.IntN(2)]
			s.Do(edits.Edit{Kind: edits.SetOffer, Pos: chest, Offer: world.Offer{Goods: world.Stack{Item: items[r.IntN(2)], Count: uint8(1 + r.IntN(9))}, Price: world.StackOf(world.Dirt, uint8(1+r.IntN(3))), By: 2}})
			s.Commit()
			continue
		case 1, 2:
			a = Action{Kind: BoxMove, Pos: chest, Slot: uint8(r.IntN(27)), ToSlot: uint8(r.IntN(36)), Count: uint8(1 + r.IntN(20)), Want: r.IntN(2) == 0, At: a.At}
			a.Item = slotOf(s, chest, int(a.Slot)).Item
		case 3:
			tx := s.Begin()
			it, n := items[r.IntN(3)], 1+r.IntN(40)
			if why := Pay(s, by, 3-by, it, n); why != Done {
				s.Rollback(tx)
				if s.End(); s.W.BlocksHash()^s.W.PlayersHash() != hash {
					t.Fatalf("step %d: a payment refused as %v changed something", i, why)
				}
				continue
			}
			s.End()
			s.Commit()
			if now := all(count()); now != first {
				t.Fatalf("step %d: %d of %v paid: %v items, were %v", i, n, it, now, first)
			}
			done[KindCount]++
			continue
		}
		if a.Offer == (world.Offer{}) && a.Kind == Trade {
			continue
		}
		why := Do(s, by, a.At, &a)
		now := count()
		if all(now) != first {
			t.Fatalf("step %d: %v by %d (%v): %v items, were %v", i, a.Kind, by, why, all(now), first)
		}
		if a.Kind == Trade && why == Done {
			for k, it := range items {
				want := int(a.Count) * (world.CountNew([]world.Stack{a.Offer.Goods}, it) - world.CountNew([]world.Stack{a.Offer.Price}, it))
				if now[by][k]-before[by][k] != want || now[0][k]-before[0][k] != -want {
					t.Fatalf("step %d: %d times %+v: %v, then %v", i, a.Count, a.Offer, before, now)
				}
			}
		}
		if why == Done {
			done[a.Kind]++
		} else if refused[why]++; now != before {
			t.Fatalf("step %d: refused as %v, and changed", i, why)
		}
		s.Commit()
	}
	t.Logf("%d trades, %d moves, %d payments; refused %v", done[Trade], done[BoxMove], done[KindCount], refused)
	if !enough() {
		t.Error("too little happened")
	}
}
