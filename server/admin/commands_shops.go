package admin

import (
	"fmt"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/internal/faults"
	"voxtide/server/market"
	"voxtide/server/rollback"
	"voxtide/timestream"
	"voxtide/world"
)

// Commands about shops, and by which players pay.

// shopsWithin is how far from a place shops are listed, in blocks.
const shopsWithin = 64

// boxAt returns the cell of the box that a command is about: POSITION, or else the nearest one that the issuer reaches, with shops the nearest shop.
// If there is none it says what to do.
func (o *invocation) boxAt(shops bool) (world.Pos, bool) {
	if o.arg("POSITION").Given {
		return o.position("POSITION")
	}
	p := o.game.OnlineStream(o.by.Stream)
	if p == nil {
		return o.position("POSITION")
	}
	at, found := o.game.BoxBeside(p.Stream, shops)
	switch {
	case found:
	case shops:
		o.fail("buy: there is no shop beside you: look at one, stand beside it, or give X Y Z")
	default:
		o.fail("shop: there is no box beside you: look at one, stand beside it, or give X Y Z")
	}
	return at, found
}

// shopOfOther returns why the land of a box is not the issuer's own: who may not open the box makes no shop of it.
func shopOfOther(o *invocation) string {
	v := o.arg("POSITION")
	p, ok := world.Pos{}, false
	if v.Given && !v.Position.IsRelative() {
		p, ok = v.Position.Resolve(world.Pos{}), true
	} else if me := o.game.OnlineStream(o.by.Stream); me != nil && v.Given {
		p, ok = v.Position.Resolve(me.Cell), true
	} else if me != nil {
		p, ok = o.game.BoxBeside(me.Stream, false)
	}
	if !ok || faults.Active(faults.ShopOnOthersLand) {
		return "" // run says it in other words
	}
	switch may, claim := o.Access.Lists.MayChange(o.by.Who, p, true); {
	case may:
		return ""
	case claim != nil:
		return "this land belongs to " + claim.HolderAt(p).Name
	}
	return actions.RegionProtected.String()
}

// shop makes a box a shop, or ends that.
func shop(o *invocation) {
	at, ok := o.boxAt(false)
	if !ok {
		return
	}
	s, loaded := o.game.Shop(at)
	off := o.arg("WHAT").Text == "off"
	switch {
	case !loaded:
		o.fail("shop: nobody is near %s, so the land there is not in memory: go there", rollback.CellText(at))
		return
	case !s.Block.CanBeShop():
		o.fail("shop: %s is no box but %v: a chest or a barrel can be a shop", rollback.CellText(at), s.Block.Kind())
		return
	case off && s.Offer == (world.Offer{}):
		o.fail("shop: nothing is sold at %s", rollback.CellText(at))
		return
	case !off && !o.granted && !o.ownsLand(at):
		o.fail("shop: this land is nobody's, and everybody could empty the box: claim it first, with claim 5")
		return
	}
	if p := o.game.OnlineStream(o.by.Stream); p != nil && !o.mayDeal(p, at) {
		return
	}
	if off {
		if why := o.game.SetOffer(o.by.Stream, at, world.Offer{}); why != actions.Done {
			o.fail("%s: %v", o.call.Command.Name, why)
			return
		}
		o.print("this is no shop any more; what lies in it stays there")
		return
	}
	offer := world.Offer{By: o.by.Stream, Goods: world.Stack{Item: o.arg("GOODS").Item, Count: uint8(o.arg("COUNT").Number)},
		Price: world.Stack{Item: o.arg("COIN").Item, Count: uint8(o.arg("PRICE").Number)}}
	if why := offerProblem(offer); why != "" {
		o.fail("%s: %s", o.call.Command.Name, why)
		return
	}
	if why := o.game.SetOffer(o.by.Stream, at, offer); why != actions.Done {
		o.fail("%s: %v", o.call.Command.Name, why)
		return
	}
	s, _ = o.game.Shop(at)
	g, c := offer.Goods, offer.Price
	o.print("everybody buys %d %v for %d %v here, and you alone open it; %d are in it", g.Count, g.Item, c.Count, c.Item, s.Left)
}

// offerProblem returns why something cannot be offered, "" if it can.
func offerProblem(o world.Offer) string {
	for _, st := range [...]world.Stack{o.Goods, o.Price} {
		if most := st.Max(); st.Count > most {
			return fmt.Sprintf("%d %v are more than lie in one slot, which is %d", st.Count, st.Item, most)
		}
	}
	if o.Goods.Item == o.Price.Item {
		return "goods and price are the same"
	}
	if !o.Valid() {
		return "that cannot be sold"
	}
	return ""
}

// ownsLand reports whether the land of a cell is somebody's who lets the issuer open boxes there.
func (o *invocation) ownsLand(at world.Pos) bool {
	l := o.Access.Lists
	if may, _ := l.MayChange(o.by.Who, at, true); !may {
		return faults.Active(faults.ShopOnOthersLand)
	}
	if l.ClaimAt(at) != nil {
		return true
	}
	for i := range l.Regions {
		if g := &l.Regions[i]; g.Contains(at) && g.Trusts(o.by.Who) {
			return true
		}
	}
	return false
}

// mayDeal reports whether a player may trade and pay now, and says why not.
func (o *invocation) mayDeal(p *Player, at world.Pos) bool {
	why := o.game.MayDeal(p.Stream, at)
	if why == actions.Done && o.game.Watched(p.Stream) != 0 {
		o.fail("%s: you see through the eyes of somebody else: spectate ends that", o.call.Command.Name)
		return false
	}
	if why != actions.Done {
		o.fail("%s: %v", o.call.Command.Name, why)
	}
	return why == actions.Done
}

func listShops(o *invocation) {
	from, ok := o.position("POSITION")
	if !ok {
		return
	}
	all := o.game.ShopsNear(nil, from, shopsWithin)
	if len(all) == 0 {
		o.print("there is no shop within %d blocks: shop 3 iron_ingot for 16 planks makes the box that you look at one", shopsWithin)
		return
	}
	for _, s := range all {
		g, c := s.Offer.Goods, s.Offer.Price
		if s.Offer.By == o.by.Stream && !o.by.outside() {
			o.print("%s: %d %v for %d %v, %d left, yours", rollback.CellText(s.At), g.Count, g.Item, c.Count, c.Item, s.Left)
		} else {
			o.print("%s: %d %v for %d %v, %d left, of %s", rollback.CellText(s.At), g.Count, g.Item, c.Count, c.Item, s.Left, o.NameOf(s.Offer.By))
		}
	}
}

// buy trades at a shop.
func buy(o *invocation) {
	p := o.self()
	if p == nil {
		return
	}
	at, ok := o.boxAt(true)
	if !ok || !o.mayDeal(p, at) {
		return
	}
	s, loaded := o.game.Shop(at)
	switch {
	case !loaded || s.Offer == (world.Offer{}):
		o.fail("buy: nothing is sold at %s", rollback.CellText(at))
		return
	case !o.game.Reaches(p.Stream, at):
		o.fail("buy: the shop at %s is %d blocks away: go nearer", rollback.CellText(at), market.Distance(p.Cell, at))
		return
	}
	times := 1
	if v := o.arg("TIMES"); v.Given {
		times = int(v.Number)
	}
	if why := o.game.Trade(p.Stream, at, times); why != actions.Done {
		o.failTrade(p, &s, times, why)
		return
	}
	if !p.Unseen {
		o.NoteSale(p.Stream, p.Name, at, s.Offer, times)
	}
	g, c := s.Offer.Goods, s.Offer.Price
	o.print("you have bought %d %v for %d %v; %d are left", times*int(g.Count), g.Item, times*int(c.Count), c.Item, s.Left-times*int(g.Count))
}

// failTrade says why a trade was refused, with numbers.
func (o *invocation) failTrade(p *Player, s *market.Shop, times int, why actions.Refusal) {
	g, c := s.Offer.Goods, s.Offer.Price
	goods, price := times*int(g.Count), times*int(c.Count)
	switch last, known := o.sales.LastAt(s.At); {
	case why == actions.SoldOut && known && last.By != p.Stream:
		o.fail("buy: %d of %d %v are left: %s was first", s.Left, goods, g.Item, last.Buyer)
	case why == actions.SoldOut:
		o.fail("buy: %d of %d %v are left", s.Left, goods, g.Item)
	case why == actions.MissingItems:
		o.fail("buy: you have %d of %d %v", o.countOf(p, c.Item), price, c.Item)
	case why == actions.ShopFull:
		o.fail("buy: the box has no room for %d %v: %s has to empty it", price, c.Item, o.NameOf(s.Offer.By))
	case why == actions.NoRoom:
		o.fail("buy: your hands have no room for %d %v", goods, g.Item)
	default:
		o.fail("%s: %v", o.call.Command.Name, why)
	}
}

// countOf returns how many of an item a player has in hand, worn ones not counted.
func (o *invocation) countOf(p *Player, it world.Item) int {
	slots, _, _ := o.game.Inventory(p.Name)
	return world.CountNew(slots, it)
}

// pay moves things from the issuer's hands into another player's.
func pay(o *invocation) {
	p, to := o.self(), o.online("PLAYER")
	if p == nil || to == nil {
		return
	}
	n, it := int(o.arg("COUNT").Number), o.arg("ITEM").Item
	switch {
	case p.Stream == to.Stream:
		o.fail("pay: that is you")
		return
	case p.Unseen:
		o.fail("%s: %v", o.call.Command.Name, actions.Vanished)
		return
	case !o.mayDeal(p, p.Cell):
		return
	case o.Access.Lists.Ignores(to.Principal, p.Name) && o.by.Rank < commands.Operator:
		o.fail("pay: %s takes nothing of you", to.Name)
		return
	}
	switch why := o.game.Pay(p.Stream, to.Stream, it, n); why {
	case actions.Done:
		o.print("you have given %s %d %v", to.Name, n, it)
		o.game.Tell(to.Stream, fmt.Sprintf("%s has given you %d %v", p.Name, n, it))
	case actions.MissingItems:
		o.fail("pay: you have %d of %d %v", o.countOf(p, it), n, it)
	case actions.NoRoom:
		o.fail("pay: %s has no room for %d %v", to.Name, n, it)
	default:
		o.fail("%s: %v", o.call.Command.Name, why)
	}
}

// NoteSale notes that a player, who may not be vanished, has bought at a shop. Its maker is told soon, if he is here.
func (x *Executor) NoteSale(by timestream.Stream, name string, at world.Pos, offer world.Offer, times int) {
	now := x.game.WallTime()
	x.sales.Note(market.Sale{At: at, By: by, Buyer: name, Offer: offer, Times: times, Since: now, Last: now})
}

// tellSales tells the makers of shops what was bought there.
func (x *Executor) tellSales() {
	x.sales.Due(x.game.WallTime(), func(s *market.Sale) {
		g, c := s.Offer.Goods, s.Offer.Price
		if s.By != s.Offer.By && s.Offer.By != timestream.Server && x.game.OnlineStream(s.Offer.By) != nil {
			x.game.Tell(s.Offer.By, fmt.Sprintf("%s has bought %d %v for %d %v at %s", s.Buyer, s.Times*int(g.Count), g.Item, s.Times*int(c.Count), c.Item, rollback.CellText(s.At)))
		}
	})
}
