package host

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/rollback"
	"voxtide/world"
)

// opened opens a world for the tests of builders, with ann, an operator.
func openedForBuilders(t *testing.T, dir string) (*playersFixture, *testClient) {
	w := openPlayersFixture(t, dir)
	ann := w.join("ann")
	w.consoleCommand("op ann")
	w.consoleCommand("gamemode creative ann")
	return w, ann
}

// block returns a block of the server's world.
func (w *playersFixture) block(p world.Pos) (b world.Block, text string) {
	w.h.Do(func(s *server.Server) {
		b, _ = s.World().Block(p)
		if x := s.World().BlockEntityAt(p); x != nil {
			text = x.Text
		}
	})
	return b, text
}

// TestBuilders: what builders fill, replace, copy, turn, paste and stack is shown first, is theirs in the history, goes back to the last bit with undo,
// also after a restart, and comes again with redo. Doors, signs and stairs turn with it, what a chest holds is neither copied nor lost, and somebody
// who watches is corrected for nothing without a cause.
func TestBuilders(t *testing.T) { runInMemory(t, testBuilders) }

func testBuilders(t *testing.T) {
	defer checkLeaks(t)
	dir := t.TempDir()
	w, ann := openedForBuilders(t, dir)
	w.join("bob")
	w.consoleCommand("tp ann 14 150 0")
	w.consoleCommand("tp bob 6 150 20")
	at := func(x, y, z int32) world.Pos { return world.Pos{X: x, Y: 120 + y, Z: z} }
	named := func(name string) world.Block {
		b, ok := world.BlockNamed(name)
		if !ok {
			t.Fatal(name)
		}
		return b
	}

	// A floor, shown before it is there.
	w.consoleCommand("select 0 120 0 9 120 9")
	if got := w.consoleCommand("fill planks"); !strings.Contains(got, "build 1: fill with planks from 0 120 0 to 9 120 9: 100 blocks in") {
		t.Fatal(got)
	}
	w.chatCommand(ann, "//select 0 121 0 9 121 9", "selected: 100 cells from 0 121 0 to 9 121 9")
	heard := strings.Join(w.chatCommand(ann, "//fill oak_fence", "//confirm does it"), "\n")
	if !strings.Contains(heard, "100 blocks would change") {
		t.Error(heard)
	}
	w.playUntil("ghosts", func() bool { return len(ann.Frame(Monotonic(), ann.in).Preview) == 100 })
	if b, _ := w.block(at(5, 1, 5)); b != world.Air {
		t.Errorf("before it is confirmed there is %v", b)
	}
	w.chatCommand(ann, "//confirm", "//undo takes it back")
	if b, _ := w.block(at(5, 1, 5)); b.Get(world.PropJoins) != 15 {
		t.Errorf("a fence among fences is %v", b)
	}
	if b, _ := w.block(at(0, 1, 0)); b.Get(world.PropJoins) != 2|8 {
		t.Errorf("a fence at the corner is %v", b)
	}
	if got := w.consoleCommand("who 5 121 5"); !strings.Contains(got, "ann: air -> oak_fence") {
		t.Error(got)
	}
	fenced := w.settledHash()
	w.chatCommand(ann, "//undo", "//redo does it again")
	if b, _ := w.block(at(5, 1, 5)); b != world.Air {
		t.Errorf("undone there is %v", b)
	}
	w.chatCommand(ann, "//redo", "//undo takes it back")
	if now := w.settledHash(); now != fenced {
		t.Errorf("done again it is %x, not %x", now, fenced)
	}
	w.chatCommand(ann, "//undo", "//redo does it again")
	w.chatCommand(ann, "//undo", "there is nothing of yours to undo") // the floor is the console's

	// A little house by hand: stairs, a door, a sign with a text, a chest that holds something, a torch at a wall.
	torch := named("torch[wall=yes,facing=east]")
	chest, sign, door := named("chest"), named("oak_sign[facing=south]"), named("oak_door[facing=west]")
	w.setBlocks(ann.Stream(), []rollback.Restore{
		{Pos: at(1, 1, 1), Target: world.Stone}, {Pos: at(2, 1, 1), Target: torch}, {Pos: at(3, 1, 1), Target: named("stone_stairs[facing=east]")},
		{Pos: at(4, 1, 1), Target: door}, {Pos: at(4, 2, 1), Target: door.With(world.PropHalf, world.UpperHalf)}, {Pos: at(5, 1, 1), Target: chest}, {Pos: at(6, 1, 1), Target: sign},
	})
	w.setParts(ann, at(5, 1, 1), world.BoxPart{Part: 4, Stack: world.StackOf(world.Marble, 9)})
	w.setParts(ann, at(6, 1, 1), world.BoxPart{Part: world.PartText, Text: "to the mill"})
	w.consoleCommand("select 20 120 20 20 122 25") // a section counts as changed from its first change on
	w.consoleCommand("fill stone")
	w.consoleCommand("undo")
	house := w.settledHash()
	marble := w.count(world.Marble)
	w.consoleCommand("select 1 121 1 6 122 1")
	if got := w.consoleCommand("copy"); !strings.Contains(got, "copied: 12 cells") || !strings.Contains(got, "1 boxes are copied without what they hold") {
		t.Error(got)
	}
	w.consoleCommand("rotate 90")
	w.consoleCommand("select 20 120 20 20 120 25")
	w.consoleCommand("fill stone")
	w.consoleCommand("select 20 121 20 20 121 20")
	if got := w.consoleCommand("paste"); !strings.Contains(got, "paste from 20 121 20 to 20 122 25: 7 blocks") {
		t.Error(got)
	}
	for p, want := range map[world.Pos]world.Block{at(20, 1, 20): world.Stone, at(20, 1, 21): named("torch[wall=yes,facing=south]"), at(20, 1, 22): named("stone_stairs[facing=south]"),
		at(20, 1, 23): named("oak_door[facing=north]"), at(20, 2, 23): named("oak_door[facing=north,half=upper]"), at(20, 1, 24): named("chest[facing=east]"), at(20, 1, 25): named("oak_sign[facing=west]")} {
		if b, text := w.block(p); b != want || b.HasText() && text != "to the mill" {
			t.Errorf("%v holds %v %q, not %v", p, b, text, want)
		}
	}
	if n := w.count(world.Marble); n != marble {
		t.Errorf("%d marble where there were %d", n, marble)
	}
	w.consoleCommand("flip y")
	w.consoleCommand("select 1 121 1 6 122 1")
	if got := w.consoleCommand("fill air"); !strings.Contains(got, "1 is left as it is: it holds something") {
		t.Error(got)
	}
	if b, _ := w.block(at(5, 1, 1)); b != chest || w.count(world.Marble) != marble {
		t.Errorf("the full chest is %v, and there are %d marble", b, w.count(world.Marble))
	}
	w.consoleCommand("undo")
	if b, text := w.block(at(6, 1, 1)); b != sign || text != "to the mill" {
		t.Errorf("the sign comes back as %v %q", b, text)
	}
	w.consoleCommand("undo") // the paste
	w.consoleCommand("undo") // the stone below it
	if now := w.settledHash(); now != house {
		t.Errorf("undone it is %x, not %x", now, house)
	}
	w.consoleCommand("select 1 121 1 3 121 1")
	w.consoleCommand("stack 3 up")
	w.consoleCommand("replace stone_stairs plank_stairs")
	w.consoleCommand("select 1 121 1 3 129 1")
	if got := w.consoleCommand("replace stone_stairs bricks_stairs"); !strings.Contains(got, "3 blocks") {
		t.Error(got)
	}
	if b, _ := w.block(at(3, 3, 1)); b != named("bricks_stairs[facing=east]") {
		t.Errorf("stairs become %v", b)
	}
	if b, _ := w.block(at(2, 2, 1)); b != torch {
		t.Errorf("stacked there is %v", b)
	}
	w.close()

	// Another day.
	w, ann = openedForBuilders(t, dir)
	for range 3 {
		w.consoleCommand("undo")
	}
	if now := w.settledHash(); now != house {
		t.Errorf("undone on another day it is %x, not %x", now, house)
	}
	w.consoleCommand("tp ann 14 150 0")
	w.chatCommand(ann, "//select 30 130 0 33 133 3", "selected: 64 cells")
	w.chatCommand(ann, "//fill glass now", "//undo takes it back")
	if got := w.consoleCommand("rollback apply ann 1h 30 130 0 33 133 3"); !strings.Contains(got, "set back 64 blocks") { // of builders like of anybody
		t.Error(got)
	}
	w.close()
}

// setParts sets a part of a box by an ordinary rollback of a player's.
func (w *playersFixture) setParts(of *testClient, p world.Pos, part world.BoxPart) {
	b, _ := w.block(p)
	r := rollback.Restore{Pos: p, Expected: b, Target: b}
	r.SetPart(part)
	w.setBlocks(of.Stream(), []rollback.Restore{r})
}

// count returns how many of an item lie in boxes and about in the server's world.
func (w *playersFixture) count(b world.Block) (n int) {
	w.h.Do(func(s *server.Server) {
		v := s.World()
		for x := int32(-2); x < 4; x++ {
			for y := int32(6); y < 10; y++ {
				for z := int32(-2); z < 4; z++ {
					sec := v.Section(world.SectionPos{X: x, Y: y, Z: z})
					if sec == nil {
						continue
					}
					for _, cell := range sec.AppendBlockEntityCells(nil) {
						for i := range world.BoxSlotsMax {
							if st := sec.BlockEntity(cell).Slot(i); st.Block() == b {
								n += int(st.Count)
							}
						}
					}
				}
			}
		}
		for i := range v.EntitySlotCount() {
			if e := v.Entity(world.EntitySlot(i)); e != nil && e.Kind == world.KindItem && e.Stack.Block() == b {
				n += int(e.Stack.Count)
			}
		}
	})
	return n
}

// TestBuildersOnClaims: a builder who is no operator changes nothing on the land of others, no more cells at once than the role says, and nothing
// without the role.
func TestBuildersOnClaims(t *testing.T) { runInMemory(t, testBuildersOnClaims) }

func testBuildersOnClaims(t *testing.T) {
	defer checkLeaks(t)
	h, address := openHost(t, t.TempDir(), nil)
	w := &playersFixture{t: t, h: h, timeout: time.Minute}
	bob := join(t, "bob", address)
	w.clients = []*testClient{bob}
	w.playUntil("in the world", func() bool { return standing(bob.Client) })
	w.consoleCommand("tp bob 20 140 20")
	w.chatCommand(bob, "//pos1", "pos1: not allowed")
	w.h.Do(func(s *server.Server) {
		l := s.AccessList()
		l.Roles = []access.Role{{Name: "mason", Inherits: []string{"builder"}, BuildCells: 1200}}
		s.ReplaceAccess(l)
	})
	w.consoleCommand("role bob mason")
	w.consoleCommand("claim 3 0 0 0 ann")
	w.chatCommand(bob, "//select 0 130 0 9 139 9", "selected: 1000 cells")
	heard := strings.Join(w.chatCommand(bob, "//fill glass now", "//undo takes it back"), "\n")
	if !strings.Contains(heard, ": 840 blocks") || !strings.Contains(heard, "160 are left as they are: they lie where you may not build") {
		t.Error(heard)
	}
	for p, want := range map[world.Pos]world.Block{{X: 3, Y: 135, Z: 3}: world.Air, {X: 4, Y: 135, Z: 3}: world.Glass, {X: 9, Y: 139, Z: 9}: world.Glass} {
		if b, _ := w.block(p); b != want {
			t.Errorf("%v holds %v", p, b)
		}
	}
	w.chatCommand(bob, "//select 0 130 0 9 142 9", "selected: 1300 cells")
	w.chatCommand(bob, "//fill glass", "that is 1300 cells, and you may change 1200 at once")
	w.chatCommand(bob, "//confirm", "nothing waits to be confirmed")
	w.close()
	time.Sleep(200 * time.Millisecond)
}

// TestSchematics: what a builder saves is loaded again, in another world, too.
func TestSchematics(t *testing.T) { runInMemory(t, testSchematics) }

func testSchematics(t *testing.T) {
	defer checkLeaks(t)
	w, _ := openedForBuilders(t, t.TempDir())
	for _, line := range []string{"select 0 120 0 3 120 3", "fill bricks", "select 0 121 0 3 121 3", "fill plank_stairs[facing=east,half=upper]", "select 0 120 0 3 121 3", "copy"} {
		w.consoleCommand(line)
	}
	// A cave dug by hand is land again after regenerate, and a cave after undo.
	w.consoleCommand("select -40 0 -40 -31 9 -31")
	w.consoleCommand("fill glass")
	w.consoleCommand("fill stone")
	before, _ := w.block(world.Pos{X: -35, Y: 5, Z: -35})
	got := w.consoleCommand("regenerate -40 -40 -31 -31")
	after, _ := w.block(world.Pos{X: -35, Y: 5, Z: -35})
	w.consoleCommand("undo")
	if again, _ := w.block(world.Pos{X: -35, Y: 5, Z: -35}); again != before || !strings.Contains(got, "//undo takes it back") {
		t.Errorf("%s: it was %v, and is %v, then %v", got, before, after, again)
	}
	if got := w.consoleCommand("regenerate -40 -40 -31 -31"); !strings.Contains(got, "//undo takes it back") {
		t.Error(got)
	}
	if got := w.consoleCommand("regenerate -40 -40 -31 -31"); !strings.Contains(got, ": 0 blocks") {
		t.Errorf("again: %s", got)
	}
	if got := w.consoleCommand("jobs"); !strings.Contains(got, "regenerate from -40 -128 -40 to -31 383 -31, for the console") {
		t.Error(got)
	}
	for _, format := range []string{"schem", "mts", "vxs"} {
		if got := w.consoleCommand("schematic save hut " + format); !strings.Contains(got, "saved as hut."+format+": 32 cells") {
			t.Error(got)
		}
	}
	if got := w.consoleCommand("schematic list"); strings.Count(got, "hut.") != 3 {
		t.Error(got)
	}
	for i, format := range []string{"schem", "mts", "vxs"} {
		if got := w.consoleCommand("schematic load hut." + format); !strings.Contains(got, "loaded: 4 by 2 by 4") {
			t.Error(got)
		}
		x := 10 * int32(i+1)
		w.consoleCommand(fmt.Sprintf("select %d 120 0 %d 121 3", x, x+3))
		if got := w.consoleCommand("paste"); !strings.Contains(got, ": 32 blocks") {
			t.Error(got)
		}
		for p, want := range map[world.Pos]string{{X: x, Y: 120, Z: 2}: "bricks", {X: x + 3, Y: 121, Z: 3}: "plank_stairs[facing=east,half=upper]"} {
			if b, _ := w.block(p); b.String() != want {
				t.Errorf("%s: %v holds %v", format, p, b)
			}
		}
	}
	for line, want := range map[string]string{"schematic load ../access": "is no name of a file here", "schematic load nothing": "there is no schematic nothing", "schematic save hut vxs": "there is a schematic hut.vxs already"} {
		if got := w.consoleCommand(line); !strings.Contains(got, want) {
			t.Errorf("%s: %s", line, got)
		}
	}
	w.close()
}
