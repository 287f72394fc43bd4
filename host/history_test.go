package host

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/cputime"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// What a step of a rollback may cost: blocks in one step, of which those that somebody sees count more; and processor time for each, of
// the whole test that plays meanwhile, under the race detector, too.
const (
	sliceMost = 4096
	eachMost  = 5 * time.Millisecond
)

// TestGriefedVillage: what one player did to the work of three others is rolled back, over a restart, with somebody
// watching: the village is what it would be without that player, what others built later included, and the preview said
// so; no step does much; the rollback rolled back is the grief again.
func TestGriefedVillage(t *testing.T) { inAir(t, testGriefedVillage) }

func testGriefedVillage(t *testing.T) {
	defer leaks(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	dir := t.TempDir()
	w := openTown(t, dir)
	var who [3]timestream.Stream
	for i, name := range []string{"ann", "bob", "carl"} {
		who[i] = w.join(name).Stream()
	}
	eve := w.join("eve")
	luck := rand.New(rand.NewPCG(seed, 1))
	v := w.build(luck, who)
	for i, g := range w.guests { // far from all that is set
		w.gives(fmt.Sprintf("tp %s %d %d 0", []string{"ann", "bob", "carl", "eve"}[i], 42+i%2, ground))
		g.in.Keys = 0
	}
	w.calm()

	// The grief: 10,000 blocks set and taken, and sand dug away from beneath.
	griefed := houses{}
	cells := []server.Back{}
	for len(cells) < 10_000 {
		p := world.Pos{X: luck.Int32N(120) - 80, Y: ground + luck.Int32N(20), Z: luck.Int32N(80) - 40}
		if luck.IntN(3) == 0 {
			p.Y = ground + luck.Int32N(7)
		}
		if _, again := griefed[p]; again || p.X >= 38 || v[p] == world.RedFlower {
			continue
		}
		b := world.Block(world.Air)
		if v[p] == world.Air {
			b = world.Stone
		}
		griefed[p] = b
		cells = append(cells, server.Back{Pos: p, Now: v[p], Then: b})
	}
	if job := w.set(eve.Stream(), cells); job.Done != len(cells) {
		t.Fatalf("%d of %d griefed", job.Done, len(cells))
	}
	for z := int32(-4); z < 4; z += 2 {
		p := world.Pos{X: 40, Y: ground, Z: z}
		eve.in.Do = append(eve.in.Do, actions.Action{Kind: actions.Dug, Pos: p, Aim: actions.Aim{16, 8, 8}})
		w.guests[3].Picture(Since(), eve.in)
		eve.in.Do = nil
		w.until("dug", func() bool { return eve.Unacked() == 0 })
		w.play(400 * time.Millisecond)
	}
	w.play(4 * time.Second) // it falls far
	w.calm()
	if n := eve.Stats().Refused; n != [actions.Refusals]int{} {
		t.Logf("refused: %v", n)
	}
	after := later(luck, griefed)
	var put [2][]server.Back
	for i, p := range slices.SortedFunc(maps.Keys(after), byPlace) {
		now, ok := griefed[p]
		if !ok {
			now = v[p]
		}
		put[i%2] = append(put[i%2], server.Back{Pos: p, Now: now, Then: after[p]})
	}
	for i := range put {
		if job := w.set(who[1+i], put[i]); job.Done != len(put[i]) {
			t.Fatalf("%d of %d built later", job.Done, len(put[i]))
		}
	}
	hash := w.calm()
	stream := eve.Stream()
	w.close()

	// Another day: nothing is in memory, eve is not here.
	w = openTown(t, dir)
	ann, dan := w.join("ann"), w.join("dan")
	w.gives(fmt.Sprintf("tp ann 42 %d 1", ground))
	w.gives(fmt.Sprintf("tp dan 42 %d 3", ground))
	if now := w.calm(); now != hash {
		t.Fatalf("the hash was %x and is %x", hash, now)
	}
	touched := map[world.SectionPos]bool{}
	taken := map[world.Pos]world.Block{}
	fallen := 0
	if _, err := w.h.History().Cells(&store.Query{ByAuthor: true, Author: stream}, store.Mark{}, 1<<30, func(c *store.Cell) bool {
		touched[c.Pos.Section()] = true
		if c.Last.Block == world.Sand || c.Back == world.Sand {
			fallen++
		}
		if !c.Over && c.Last.Block != c.Back {
			taken[c.Pos] = c.Back
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if fallen < 12 {
		t.Errorf("only %d cells in which sand was or is", fallen)
	}
	heard := strings.Join(w.types(ann, "/rollback preview eve 1h", "would set back"), "\n")
	wants := number(t, `set back (\d+) blocks`, heard)
	overs := number(t, `; (\d+) blocks that others built over`, heard)
	t.Log(heard)
	var shown map[world.Pos]world.Block
	w.until("ghosts", func() bool {
		shown = map[world.Pos]world.Block{}
		for _, c := range ann.Picture(Since(), ann.in).Ghosts {
			shown[world.Pos{X: c.Pos[0], Y: c.Pos[1], Z: c.Pos[2]}] = world.Block(c.Block)
		}
		return len(shown) == wants
	})
	if !maps.Equal(shown, taken) {
		t.Errorf("%d ghosts are not the %d cells that eve made what they are", len(shown), len(taken))
	}
	if n := len(dan.Picture(Since(), dan.in).Ghosts); n > 0 {
		t.Errorf("dan sees %d ghosts", n)
	}
	w.most()
	steps, used := w.h.gauges.read().all, cputime.Used()
	heard = strings.Join(w.types(ann, "/rollback apply eve 1h", "undo 1 takes it back"), "\n")
	t.Log(heard)
	if n := number(t, `eve in the last 1h set back (\d+) blocks`, heard); n != wants {
		t.Errorf("%d set back, %d previewed", n, wants)
	}
	if n := number(t, `; (\d+) blocks that others built over later stay`, heard[strings.Index(heard, "rollback 1"):]); n != overs || strings.Contains(heard, "stands") {
		t.Errorf("%d left, %d previewed", n, overs)
	}
	if n := len(ann.Picture(Since(), ann.in).Ghosts); n > 0 {
		t.Errorf("%d ghosts are left", n)
	}
	most := w.most()
	rolled := w.calm()
	if got := w.gives("rollback preview eve 1h"); !strings.Contains(got, "would set back 0 blocks") {
		t.Errorf("after it: %s", got)
	}
	w.most()
	if got := w.gives("rollback undo"); !strings.Contains(got, fmt.Sprintf("of rollback 1 set back %d blocks", wants)) {
		t.Errorf("undone: %s", got)
	}
	most = max(most, w.most())
	if now := w.calm(); now != hash {
		t.Errorf("undone it is %x, not %x", now, hash)
	}
	w.most()
	if got := w.gives("rollback undo 2"); !strings.Contains(got, fmt.Sprintf("of rollback 2 set back %d blocks", wants)) {
		t.Errorf("undone again: %s", got)
	}
	most = max(most, w.most())
	if now := w.calm(); now != rolled {
		t.Errorf("undone again it is %x, not %x", now, rolled)
	}
	used = cputime.Used() - used
	t.Logf("at most %d of %d blocks in a step; in %d steps %v of processor time for each block", most, wants, w.h.gauges.read().all-steps, used/time.Duration(3*wants))
	if most > sliceMost || most < 100 {
		t.Errorf("%d blocks in a step", most)
	}
	if each := used / time.Duration(3*wants); each > eachMost {
		t.Errorf("%v of processor time for each block", each)
	}
	w.close()

	// The same without eve.
	w = openTown(t, t.TempDir())
	for i, name := range []string{"ann", "bob", "carl"} {
		who[i] = w.join(name).Stream()
	}
	v = w.build(rand.New(rand.NewPCG(seed, 1)), who)
	var all, load, there, back []server.Back
	for _, p := range slices.SortedFunc(maps.Keys(after), byPlace) {
		all = append(all, server.Back{Pos: p, Now: v[p], Then: after[p]})
	}
	w.set(who[0], all)
	for p := range touched { // it counts as changed
		load = append(load, server.Back{Pos: p.At(0), Now: world.Bookshelf, Then: world.Bookshelf})
	}
	w.set(timestream.Server, load)
	w.h.Do(func(s *server.Server) {
		for _, c := range load {
			b, _ := s.World().Block(c.Pos)
			there = append(there, server.Back{Pos: c.Pos, Now: b, Then: world.Bookshelf})
			back = append(back, server.Back{Pos: c.Pos, Now: world.Bookshelf, Then: b})
		}
	})
	w.set(timestream.Server, there)
	w.set(timestream.Server, back)
	if now := w.calm(); now != rolled {
		t.Errorf("without eve it is %x, rolled back %x", now, rolled)
	}
	w.close()
}

// TestPast: who tells whoever asks about a block of theirs, operators about all, of players who are gone, too; replay tells
// a region in order; walks can be cancelled, and no more than some are queued.
func TestPast(t *testing.T) { inAir(t, testPast) }

func testPast(t *testing.T) {
	defer leaks(t)
	h, at := open(t, t.TempDir(), nil)
	w := &town{t: t, h: h, patience: time.Minute} // rollbacks of 100,000 blocks under the race detector
	ann, bob := join(t, "ann", at), join(t, "bob", at)
	w.guests = []*guest{ann, bob}
	w.until("in the world", func() bool { return standing(ann.Client) && standing(bob.Client) })
	p := world.Pos{X: 3, Y: 200, Z: 4}
	w.set(ann.Stream(), []server.Back{{Pos: p, Now: world.Air, Then: world.Glass}})
	w.set(bob.Stream(), []server.Back{{Pos: p, Now: world.Glass, Then: world.Air}, {Pos: p.Above(), Now: world.Air, Then: world.Stone}})
	for n := range 12 {
		b := [2]world.Block{world.Planks, world.Air}
		w.set(ann.Stream(), []server.Back{{Pos: p, Now: b[(n+1)%2], Then: b[n%2]}})
	}
	heard := w.types(ann, "/who 3 200 4", "now air")
	w.play(300 * time.Millisecond)
	if got := strings.Join(heard, "\n"); !strings.Contains(got, "3 200 4, now air:") {
		t.Errorf("ann: %s", got)
	}
	w.types(bob, "/who 3 201 4", "bob: air -> stone")
	w.types(ann, "/who 3 201 4", "who: not allowed: you have not built this")
	w.types(ann, "/who 3 202 4", "who: not allowed")
	stream := bob.Stream()
	bob.Leave()
	w.guests = w.guests[:1]
	w.play(200 * time.Millisecond)
	got := w.gives("who 3 200 4")
	if n := strings.Count(got, "\n"); n != server.WhoLines || !strings.Contains(got, "ago, ") && !strings.Contains(got, "just now, ") || strings.Count(got, "ann: planks -> air") != 4 {
		t.Errorf("%d lines: %s", n, got)
	}
	if got := w.gives("who 3 201 4"); !strings.Contains(got, "bob: air -> stone") {
		t.Error(got)
	}
	if got := w.gives("who 3 202 4"); got != "nobody changed 3 202 4, as far as is known" {
		t.Error(got)
	}
	lines := strings.Split(w.gives("replay 1h 3 201 4 3 200 4"), "\n")
	if len(lines) != 15 || !strings.HasSuffix(lines[0], "3 200 4: ann: air -> glass") || !strings.HasSuffix(lines[1], "3 200 4: bob: glass -> air") ||
		!strings.HasSuffix(lines[2], "3 201 4: bob: air -> stone") || !strings.HasSuffix(lines[14], "3 200 4: ann: planks -> air") {
		t.Errorf("%q", lines)
	}
	if got := w.gives("replay 1h 30 201 4 30 200 4"); !strings.HasPrefix(got, "nothing changed in the last 1h") {
		t.Error(got)
	}
	for line, want := range map[string]string{
		"rollback preview zoe 1h": "nobody called zoe was ever here", "rollback apply bob 1h 20": "the console is nowhere in the world",
		"rollback undo": "no such rollback", "rollback cancel": "nothing is under way", "rollback status": "nothing was ever rolled back",
		"rollback preview bob 1h 0 0 0 9 255 9":       "set back 1 block in 1 section; 1 block that others built over later stay",
		"rollback preview bob 1h 0 0 0 9 200 9":       "set back 0 blocks in 0 sections; 1 block",
		"rollback preview bob 1h 0 0 0 9 255 9 stone": "set back 1 block in 1 section",
		"rollback preview bob 1h 0 0 0 9 255 9 glass": "set back 0 blocks in 0 sections",
	} {
		if got := w.gives(line); !strings.Contains(got, want) {
			t.Errorf("%s: %s", line, got)
		}
	}

	// A rollback of many blocks is cancelled on its way; the next ones wait for it, and more are refused.
	var many []server.Back
	for i := range int32(100_000) {
		many = append(many, server.Back{Pos: world.Pos{X: 2000 + i%64, Y: 200 + i/4096, Z: i / 64 % 64}, Now: world.Air, Then: world.Planks})
	}
	w.set(stream, many)
	answers := make(chan string, 16)
	h.Do(func(s *server.Server) {
		for range walksMax + 2 {
			s.Order(server.Console, "rollback apply bob 1h", func(l []string) { answers <- strings.Join(l, "\n") })
		}
	})
	w.until("the first is under way", func() bool {
		got := w.gives("rollback status")
		return strings.HasPrefix(got, "rollback 1 of bob in the last 1h, for the console: ") && strings.Count(got, "waits") == walksMax-1
	})
	if got := w.gives("rollback cancel 5"); got != "rollback 5 of bob in the last 1h is cancelled" {
		t.Error(got)
	}
	if got := w.gives("rollback cancel"); got != "rollback 1 of bob in the last 1h is cancelled" {
		t.Error(got)
	}
	busy, done, given := 0, 0, 0
	w.until("all answered", func() bool {
		for len(answers) > 0 {
			a := <-answers
			if strings.Contains(a, "cancelled") {
				given++
			}
			if strings.Contains(a, errBusy.Error()) {
				busy++
			} else if strings.Contains(a, "rollback ") {
				done++
			} else {
				t.Error(a)
			}
		}
		return busy+done == walksMax+2
	})
	if busy != 2 || done != walksMax || given != 2 {
		t.Errorf("%d busy, %d done, %d of them cancelled", busy, done, given)
	}
	if got := w.gives("rollback status"); !strings.Contains(got, "for the console: 0 blocks set back") && strings.Count(got, "rollback ") != 5 {
		t.Error(got)
	}
	ann.Leave()
	if err := h.Close(protocol.ReasonStopping); err != nil {
		t.Error(err)
	}
	time.Sleep(200 * time.Millisecond)
}
