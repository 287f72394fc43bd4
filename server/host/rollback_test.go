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
	"voxtide/internal/cputime"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Limits of a step of a rollback: the blocks of a step, where blocks in view count more; and the processor time for each
// block, of the whole test, under the race detector, too.
const (
	sliceMost = 4096
	eachMost  = 5 * time.Millisecond
)

// TestRollbackVillage: the work of one griefer among three players is rolled back, over a restart, with somebody watching: the
// village is what it would be without the griefer, later buildings of others included, as the preview said; no step does much;
// the rollback of the rollback is the grief again.
func TestRollbackVillage(t *testing.T) { runInMemory(t, testRollbackVillage) }

func testRollbackVillage(t *testing.T) {
	defer checkLeaks(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	dir := t.TempDir()
	w := openPlayersFixture(t, dir)
	var who [3]timestream.Stream
	for i, name := range []string{"ann", "bob", "carl"} {
		who[i] = w.join(name).Stream()
	}
	eve := w.join("eve")
	luck := rand.New(rand.NewPCG(seed, 1))
	v := w.buildVillage(luck, who)
	for i, g := range w.clients { // far from all that is set
		w.consoleCommand(fmt.Sprintf("tp %s %d %d 0", []string{"ann", "bob", "carl", "eve"}[i], 42+i%2, ground))
		g.in.Keys = 0
	}
	w.settledHash()

	// The grief: 10,000 blocks set and taken, and sand dug away from beneath.
	griefed := villageBlocks{}
	cells := []rollback.Restore{}
	grief := 10_000
	if testing.Short() { // under the race detector
		grief = 2500
	}
	for len(cells) < grief {
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
		cells = append(cells, rollback.Restore{Pos: p, Expected: v[p], Target: b})
	}
	if job := w.setBlocks(eve.Stream(), cells); job.Done != len(cells) {
		t.Fatalf("%d of %d griefed", job.Done, len(cells))
	}
	for z := int32(-4); z < 4; z += 2 {
		p := world.Pos{X: 40, Y: ground, Z: z}
		eve.in.Actions = append(eve.in.Actions, actions.Action{Kind: actions.FinishBreak, Pos: p, Aim: actions.Aim{16, 8, 8}})
		w.clients[3].Frame(Monotonic(), eve.in)
		eve.in.Actions = nil
		w.playUntil("dug", func() bool { return eve.UnackedCount() == 0 })
		w.play(400 * time.Millisecond)
	}
	w.play(4 * time.Second) // it falls far
	w.settledHash()
	if n := eve.Stats().Refused; n != [actions.RefusalCount]int{} {
		t.Logf("refused: %v", n)
	}
	after := drawLaterBuildings(luck, griefed)
	var put [2][]rollback.Restore
	for i, p := range slices.SortedFunc(maps.Keys(after), comparePos) {
		now, ok := griefed[p]
		if !ok {
			now = v[p]
		}
		put[i%2] = append(put[i%2], rollback.Restore{Pos: p, Expected: now, Target: after[p]})
	}
	for i := range put {
		if job := w.setBlocks(who[1+i], put[i]); job.Done != len(put[i]) {
			t.Fatalf("%d of %d built later", job.Done, len(put[i]))
		}
	}
	hash := w.settledHash()
	stream := eve.Stream()
	w.close()

	// Another day: nothing is in memory, eve is not here.
	w = openPlayersFixture(t, dir)
	ann, dan := w.join("ann"), w.join("dan")
	w.consoleCommand(fmt.Sprintf("tp ann 42 %d 1", ground))
	w.consoleCommand(fmt.Sprintf("tp dan 42 %d 3", ground))
	if now := w.settledHash(); now != hash {
		t.Fatalf("the hash was %x and is %x", hash, now)
	}
	touched := map[world.SectionPos]bool{}
	taken := map[world.Pos]world.Block{}
	fallen := 0
	if _, err := w.h.History().ScanCells(&store.Query{ByAuthor: true, Author: stream}, store.Cursor{}, 1<<30, func(c *store.CellHistory) bool {
		touched[c.Pos.Section()] = true
		if c.Last.Block == world.Sand || c.Restore == world.Sand {
			fallen++
		}
		if !c.Overwritten && c.Last.Block != c.Restore {
			taken[c.Pos] = c.Restore
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if fallen < 12 {
		t.Errorf("only %d cells in which sand was or is", fallen)
	}
	heard := strings.Join(w.chatCommand(ann, "/rollback preview eve 1h", "would set back"), "\n")
	wants := number(t, `set back (\d+) blocks`, heard)
	overs := number(t, `; (\d+) blocks that others built over`, heard)
	t.Log(heard)
	var shown map[world.Pos]world.Block
	w.playUntil("ghosts", func() bool {
		shown = map[world.Pos]world.Block{}
		for _, c := range ann.Frame(Monotonic(), ann.in).Preview {
			shown[world.Pos{X: c.Pos[0], Y: c.Pos[1], Z: c.Pos[2]}] = world.Block(c.Block)
		}
		return len(shown) == wants
	})
	if !maps.Equal(shown, taken) {
		t.Errorf("%d ghosts are not the %d cells that eve made what they are", len(shown), len(taken))
	}
	if n := len(dan.Frame(Monotonic(), dan.in).Preview); n > 0 {
		t.Errorf("dan sees %d ghosts", n)
	}
	w.most()
	steps, used := w.h.metrics.stepTimes().total, cputime.Used()
	heard = strings.Join(w.chatCommand(ann, "/rollback apply eve 1h", "undo 1 takes it back"), "\n")
	t.Log(heard)
	if n := number(t, `eve in the last 1h set back (\d+) blocks`, heard); n != wants {
		t.Errorf("%d set back, %d previewed", n, wants)
	}
	if n := number(t, `; (\d+) blocks that others built over later stay`, heard[strings.Index(heard, "rollback 1"):]); n != overs || strings.Contains(heard, "stands") {
		t.Errorf("%d left, %d previewed", n, overs)
	}
	if n := len(ann.Frame(Monotonic(), ann.in).Preview); n > 0 {
		t.Errorf("%d ghosts are left", n)
	}
	most := w.most()
	rolled := w.settledHash()
	if got := w.consoleCommand("rollback preview eve 1h"); !strings.Contains(got, "would set back 0 blocks") {
		t.Errorf("after it: %s", got)
	}
	w.most()
	if got := w.consoleCommand("rollback undo"); !strings.Contains(got, fmt.Sprintf("of rollback 1 set back %d blocks", wants)) {
		t.Errorf("undone: %s", got)
	}
	most = max(most, w.most())
	if now := w.settledHash(); now != hash {
		t.Errorf("undone it is %x, not %x", now, hash)
	}
	w.most()
	if got := w.consoleCommand("rollback undo 2"); !strings.Contains(got, fmt.Sprintf("of rollback 2 set back %d blocks", wants)) {
		t.Errorf("undone again: %s", got)
	}
	most = max(most, w.most())
	if now := w.settledHash(); now != rolled {
		t.Errorf("undone again it is %x, not %x", now, rolled)
	}
	used = cputime.Used() - used
	t.Logf("at most %d of %d blocks in a step; in %d steps %v of processor time for each block", most, wants, w.h.metrics.stepTimes().total-steps, used/time.Duration(3*wants))
	if most > sliceMost || most < 100 {
		t.Errorf("%d blocks in a step", most)
	}
	if each := used / time.Duration(3*wants); each > eachMost {
		t.Errorf("%v of processor time for each block", each)
	}
	w.close()

	// The same without eve.
	w = openPlayersFixture(t, t.TempDir())
	for i, name := range []string{"ann", "bob", "carl"} {
		who[i] = w.join(name).Stream()
	}
	v = w.buildVillage(rand.New(rand.NewPCG(seed, 1)), who)
	var all, load, there, back []rollback.Restore
	for _, p := range slices.SortedFunc(maps.Keys(after), comparePos) {
		all = append(all, rollback.Restore{Pos: p, Expected: v[p], Target: after[p]})
	}
	w.setBlocks(who[0], all)
	for p := range touched { // it counts as changed
		load = append(load, rollback.Restore{Pos: p.PosAt(0), Expected: world.Bookshelf, Target: world.Bookshelf})
	}
	w.setBlocks(timestream.Server, load)
	w.h.Do(func(s *server.Server) {
		for _, c := range load {
			b, _ := s.World().Block(c.Pos)
			there = append(there, rollback.Restore{Pos: c.Pos, Expected: b, Target: world.Bookshelf})
			back = append(back, rollback.Restore{Pos: c.Pos, Expected: world.Bookshelf, Target: b})
		}
	})
	w.setBlocks(timestream.Server, there)
	w.setBlocks(timestream.Server, back)
	if now := w.settledHash(); now != rolled {
		t.Errorf("without eve it is %x, rolled back %x", now, rolled)
	}
	w.close()
}

// TestHistoryCommands: who answers players about blocks that they have a part in and operators about all, also of players who
// are gone; replay lists a region in order; scans can be cancelled, and only a few may wait.
func TestHistoryCommands(t *testing.T) { runInMemory(t, testHistoryCommands) }

func testHistoryCommands(t *testing.T) {
	defer checkLeaks(t)
	h, at := openHost(t, t.TempDir(), nil)
	w := &playersFixture{t: t, h: h, timeout: time.Minute} // rollbacks of 100,000 blocks under the race detector
	ann, bob := join(t, "ann", at), join(t, "bob", at)
	w.clients = []*testClient{ann, bob}
	w.playUntil("in the world", func() bool { return standing(ann.Client) && standing(bob.Client) })
	p := world.Pos{X: 3, Y: 200, Z: 4}
	w.setBlocks(ann.Stream(), []rollback.Restore{{Pos: p, Expected: world.Air, Target: world.Glass}})
	w.setBlocks(bob.Stream(), []rollback.Restore{{Pos: p, Expected: world.Glass, Target: world.Air}, {Pos: p.Above(), Expected: world.Air, Target: world.Stone}})
	for n := range 12 {
		b := [2]world.Block{world.Planks, world.Air}
		w.setBlocks(ann.Stream(), []rollback.Restore{{Pos: p, Expected: b[(n+1)%2], Target: b[n%2]}})
	}
	heard := w.chatCommand(ann, "/who 3 200 4", "now air")
	w.play(300 * time.Millisecond)
	if got := strings.Join(heard, "\n"); !strings.Contains(got, "3 200 4, now air:") {
		t.Errorf("ann: %s", got)
	}
	w.chatCommand(bob, "/who 3 201 4", "bob: air -> stone")
	w.chatCommand(ann, "/who 3 201 4", "who: not allowed: you have not built this")
	w.chatCommand(ann, "/who 3 202 4", "who: not allowed")
	stream := bob.Stream()
	bob.Leave()
	w.clients = w.clients[:1]
	w.play(200 * time.Millisecond)
	got := w.consoleCommand("who 3 200 4")
	if n := strings.Count(got, "\n"); n != rollback.WhoLines || !strings.Contains(got, "ago, ") && !strings.Contains(got, "just now, ") || strings.Count(got, "ann: planks -> air") != 4 {
		t.Errorf("%d lines: %s", n, got)
	}
	if got := w.consoleCommand("who 3 201 4"); !strings.Contains(got, "bob: air -> stone") {
		t.Error(got)
	}
	if got := w.consoleCommand("who 3 202 4"); got != "nobody changed 3 202 4, as far as is known" {
		t.Error(got)
	}
	lines := strings.Split(w.consoleCommand("replay 1h 3 201 4 3 200 4"), "\n")
	if len(lines) != 15 || !strings.HasSuffix(lines[0], "3 200 4: ann: air -> glass") || !strings.HasSuffix(lines[1], "3 200 4: bob: glass -> air") ||
		!strings.HasSuffix(lines[2], "3 201 4: bob: air -> stone") || !strings.HasSuffix(lines[14], "3 200 4: ann: planks -> air") {
		t.Errorf("%q", lines)
	}
	if got := w.consoleCommand("replay 1h 30 201 4 30 200 4"); !strings.HasPrefix(got, "nothing changed in the last 1h") {
		t.Error(got)
	}
	for line, want := range map[string]string{
		"rollback preview zoe 1h": "nobody called zoe was ever here", "rollback apply bob 1h 20": "the console is nowhere in the world",
		"rollback undo": "no such rollback", "rollback cancel": "nothing is under way", "rollback status": "nothing was ever rolled back",
		"rollback preview bob 1h 0 0 0 9 255 9":       "set back 1 block in 1 section; 1 block that others built over later stay",
		"rollback preview bob 1h 0 0 0 9 200 9":       "set back 0 blocks in 0 sections; 1 block",
		"rollback preview bob 1h 0 0 0 9 255 9 stone": "set back 1 block in 1 section",
		"rollback preview bob 1h 0 0 0 9 255 9 glass": "set back 0 blocks in 0 sections",

		"rollback-where preview by=bob since=1h box=0,0,0,9,255,9":             "set back 1 block in 1 section; 1 block that others built over later stay",
		"rollback-where preview by=ann,bob since=1h box=9,0,9,0,255,0":         "set back 1 block in 1 section; 1 is so already",
		"rollback-where preview by=all since=1h box=0,0,0,9,255,9":             "set back 1 block in 1 section; 1 is so already",
		"rollback-where preview by=all not=ann since=1h box=0,0,0,9,255,9":     "set back 1 block in 1 section; 1 block that others built over later stay",
		"rollback-where preview by=bob since=1h kind=broken box=0,0,0,9,255,9": "set back 0 blocks in 0 sections; 1 block that others",
		"rollback-where preview by=bob since=1h kind=placed box=0,0,0,9,255,9": "set back 1 block in 1 section",
		"rollback-where preview by=bob since=3h until=2h box=0,0,0,9,255,9":    "set back 0 blocks in 0 sections",
		"rollback-where preview by=bob since=1h block=glass box=0,0,0,9,255,9": "set back 0 blocks in 0 sections",
		"rollback-where preview by=bob":                                        "a selection is made of by=ann,bob",
		"rollback-where preview by=zoe since=1h":                               "nobody called zoe was ever here",
		"rollback-where preview by=bob since=1h until=2h":                      "until is before since",
		"rollback-where preview by=bob since=1h radius=9":                      "the console gives a box",
		"rollback-where preview by=bob since=1h box=1,2,3":                     "is not six numbers",
		"rollback-where preview by=bob since=1h colour=red":                    "is no part of a selection",
	} {
		if got := w.consoleCommand(line); !strings.Contains(got, want) {
			t.Errorf("%s: %s", line, got)
		}
	}

	if !testing.Short() { // 100,000 blocks take two minutes under the race detector
		cancelsRollbacks(t, w, stream)
	}
	ann.Leave()
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
	time.Sleep(200 * time.Millisecond)
}

// cancelsRollbacks: a rollback of many blocks is cancelled on its way; the next ones wait for it, and more are refused.
func cancelsRollbacks(t *testing.T, w *playersFixture, stream timestream.Stream) {
	var many []rollback.Restore
	for i := range int32(100_000) {
		many = append(many, rollback.Restore{Pos: world.Pos{X: 2000 + i%64, Y: 200 + i/4096, Z: i / 64 % 64}, Expected: world.Air, Target: world.Planks})
	}
	w.setBlocks(stream, many)
	answers := make(chan string, 16)
	w.h.Do(func(s *server.Server) {
		for range rollback.ScansMax + 2 {
			s.RunCommand(admin.Console, "rollback apply bob 1h", func(l []string) { answers <- strings.Join(l, "\n") })
		}
	})
	w.playUntil("the first is under way", func() bool {
		got := w.consoleCommand("rollback status")
		return strings.HasPrefix(got, "rollback 1 of bob in the last 1h, for the console: ") && strings.Count(got, "waits") == rollback.ScansMax-1
	})
	if got := w.consoleCommand("rollback cancel 5"); got != "rollback 5 of bob in the last 1h is cancelled" {
		t.Error(got)
	}
	if got := w.consoleCommand("rollback cancel"); got != "rollback 1 of bob in the last 1h is cancelled" {
		t.Error(got)
	}
	busy, done, given := 0, 0, 0
	w.playUntil("all answered", func() bool {
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
		return busy+done == rollback.ScansMax+2
	})
	if busy != 2 || done != rollback.ScansMax || given != 2 {
		t.Errorf("%d busy, %d done, %d of them cancelled", busy, done, given)
	}
	if got := w.consoleCommand("rollback status"); !strings.Contains(got, "for the console: 0 blocks set back") && strings.Count(got, "rollback ") != 5 {
		t.Error(got)
	}
}
