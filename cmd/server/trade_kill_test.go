package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/lab/netlab/matter"
	"voxtide/protocol"
	"voxtide/server/sections"
	"voxtide/store/pebble"
	"voxtide/world"
	"voxtide/world/worldgen"
)

var kills = flag.Int("kills", 5, "how often the server of TestTradesOverKills is killed")

// mints are the boxes of the test: one sells iron for gold, the other gold for iron.
var mints = [...]world.Pos{{X: 100, Y: 121, Z: 100}, {X: 102, Y: 121, Z: 100}}

// TestTradesOverKills kills a server with -9, again and again, while four players buy at two shops, by the action and by the command, and pay each other. After
// each kill the disk has as many coins and goods over all players and boxes as there were at the beginning, and the players go on.
func TestTradesOverKills(t *testing.T) {
	rounds := *kills
	if testing.Short() {
		rounds = 1
	}
	v := newVillage(t, "mode = \"survival\"\nplayers = 20\nitems_last_seconds = 0\n")
	v.text = strings.Replace(v.text, `"127.0.0.1:0"`, fmt.Sprintf("%q", v.at), 1) // it comes back at the same address
	v.set("")
	iron, gold := named(t, "iron_ingot"), named(t, "gold_ingot")
	v.ctl("select 95 120 95 110 120 110")
	v.ctl("fill stone now")
	v.ctl("select 95 121 95 110 124 110")
	v.ctl("fill air now")
	var all []*visitor
	for i, name := range []string{"ann", "bob", "carl", "dora"} {
		p := visit(t, v.at, name, name, fmt.Sprintf("127.0.0.%d", 91+i))
		p.plays(t)
		v.ctl(fmt.Sprintf("tp %s %d 121 102", name, 100+i))
		for _, what := range []string{"iron_ingot 60", "gold_ingot 60"} {
			v.ctl("give " + name + " " + what)
		}
		all = append(all, p)
	}
	for i, at := range mints {
		cell := fmt.Sprintf("%d %d %d", at.X, at.Y, at.Z)
		v.ctl("select " + cell + " " + cell)
		v.ctl("fill chest now")
		stock(t, all[i], at, []world.Item{iron, gold}[i], 40)
	}
	rng, where := rand.New(rand.NewPCG(testrand.Seed(t), 5)), map[string]bool{}
	bought := 0
	for round := range rounds {
		for _, p := range all {
			p.is(t, "plays on", p.Playable)
		}
		for i, at := range mints { // each sells by turns what it took before
			k := (i + round) % 2
			waitFor(t, func() string { // players have to be back, so that the land is in memory
				return v.ctl(fmt.Sprintf("%s %d %d %d", [...]string{"shop 3 iron_ingot for 2 gold_ingot", "shop 2 gold_ingot for 3 iron_ingot"}[k], at.X, at.Y, at.Z))
			}, "everybody buys")
			for _, p := range all {
				p.is(t, "sees the offer", func() bool { return p.World().BlockEntityAt(at).OfferOf().Goods.Item == []world.Item{iron, gold}[k] })
			}
		}
		bought += deal(all, rng, time.Duration(600+rng.IntN(1500))*time.Millisecond)
		v.process.Process.Kill()
		<-v.ended
		v.process = nil
		sum, how := count(t, filepath.Join(v.home, "worlds", "home"))
		t.Logf("kill %d: %d iron, %d gold; %s", round+1, sum[matter.Index(iron)], sum[matter.Index(gold)], how)
		if sum[matter.Index(iron)] != 240 || sum[matter.Index(gold)] != 240 {
			t.Fatalf("kill %d: %d iron and %d gold, there were 240 of each", round+1, sum[matter.Index(iron)], sum[matter.Index(gold)])
		}
		where[how] = true
		v.start()
	}
	for _, p := range all {
		p.is(t, "plays on", func() bool { return p.Playable() })
	}
	at := mints[0]
	t.Logf("%d kills, %d trades asked for; who:\n%s", rounds, bought, v.ctl(fmt.Sprintf("who %d %d %d", at.X, at.Y, at.Z)))
	if len(where) < rounds || bought < 5*rounds {
		t.Errorf("after %d kills %d different states, and %d trades: too little happened", rounds, len(where), bought)
	}
}

func named(t *testing.T, name string) world.Item {
	it, known := world.ItemNamed(name)
	if !known {
		t.Fatal(name)
	}
	return it
}

// stock has a player put things of which he has a stack into the first slot of a box.
func stock(t *testing.T, p *visitor, at world.Pos, what world.Item, n uint8) {
	t.Helper()
	p.is(t, "there is a box", func() bool { b, _ := p.World().Block(at); return b.CanBeShop() && p.Playable() })
	p.is(t, "has what goes into the box", func() bool {
		for i, st := range p.World().Player(p.Stream()).Slots {
			if st.Item == what && st.Count >= n {
				p.in.Actions = append(p.in.Actions, actions.Action{Kind: actions.BoxMove, Pos: at, ToSlot: uint8(i), Count: n, Want: true})
				return true
			}
		}
		return false
	})
	p.is(t, "it lies in the box", func() bool { return p.World().BlockEntityAt(at).Slot(0).Count == n && p.UnackedCount() == 0 })
}

// deal has players buy and pay for a time, and returns how many trades were asked for.
func deal(all []*visitor, rng *rand.Rand, long time.Duration) (bought int) {
	for end, n := time.Now().Add(long), 0; time.Now().Before(end); n++ {
		time.Sleep(25 * time.Millisecond)
		p, other := all[rng.IntN(len(all))], all[rng.IntN(len(all))]
		switch {
		case n%12 == 0 && p != other:
			p.say(fmt.Sprintf("/pay %s %d %s", other.name, 1+rng.IntN(9), []string{"iron_ingot", "gold_ingot"}[rng.IntN(2)]))
		case n%12 == 6:
			p.say(fmt.Sprintf("/buy %d %d %d", mints[0].X, mints[0].Y, mints[0].Z))
			bought++
		default:
			p.mu.Lock()
			at := mints[rng.IntN(2)]
			if o := p.World().BlockEntityAt(at).OfferOf(); p.State() != client.Ended && o != (world.Offer{}) {
				p.in.Actions = append(p.in.Actions, actions.Action{Kind: actions.Trade, Pos: at, Count: uint8(1 + rng.IntN(3)), Offer: o})
				bought++
			}
			p.mu.Unlock()
		}
	}
	return bought
}

// count adds up what players carry, what lies about, and what is in the boxes, by the disk of a server that was killed, and says who has what.
func count(t *testing.T, dir string) (sum matter.Sum, how string) {
	t.Helper()
	to := filepath.Join(t.TempDir(), "look")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	w, err := pebble.Open(to, pebble.Options{Generators: worldgen.Numbers(), Blocks: world.BlockNames()})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	state, err := w.Load()
	if err != nil || state == nil {
		t.Fatal(state, err)
	}
	note := func(what string, slots []world.Stack) {
		before := sum
		sum.AddSlots(slots, 1)
		for i := range sum {
			if n := sum[i] - before[i]; n != 0 {
				how += fmt.Sprintf("%s %d %v, ", what, n, matter.At(i))
			}
		}
	}
	for i := range state.Players {
		note(state.Players[i].Name, state.Players[i].Player.Slots[:])
	}
	for i := range state.Entities {
		sum.AddEntity(&state.Entities[i], 1)
	}
	info, pack := w.Info(), protocol.Packer{}
	land := worldgen.New(worldgen.Land{Seed: info.Seed, Generator: info.Generator, Kept: info.Kept})
	for _, at := range mints {
		l := sections.Load(w, land.Section, &pack, at.Section())
		if l.Err != nil {
			t.Fatal(l.Err)
		}
		if x := l.Section.BlockEntity(at.Index()); x != nil {
			note("box", x.Slots)
		}
	}
	return sum, strings.TrimSuffix(how, ", ")
}
