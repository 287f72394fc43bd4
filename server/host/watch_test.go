package host

import (
	"fmt"
	"math"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/world"
)

// watchFixture is a world with ann, who runs it, and bob, who comes over the network.
func watchFixture(t *testing.T) (*playersFixture, *testClient, *testClient) {
	h, at := openHost(t, t.TempDir(), nil)
	w := &playersFixture{t: t, h: h, timeout: time.Minute}
	ann, bob := w.join("ann"), join(t, "bob", at)
	w.clients = append(w.clients, bob)
	w.playUntil("in the world", func() bool { return ann.Playable() && bob.Playable() })
	w.consoleCommand("gamemode creative ann")
	w.consoleCommand("gamemode creative bob")
	return w, ann, bob
}

// TestUnseenCorrectsNobody: an operator who is vanished walks through a player who builds and walks: that player is told nothing of her, places blocks
// where she stands, and is corrected for nothing at all; nor is she, but for what bob builds where she stands.
func TestUnseenCorrectsNobody(t *testing.T) { runInMemory(t, testUnseenCorrectsNobody) }

func testUnseenCorrectsNobody(t *testing.T) {
	defer checkLeaks(t)
	w, ann, bob := watchFixture(t)
	w.consoleCommand("select 0 120 0 20 120 20")
	w.consoleCommand("fill planks")
	w.consoleCommand("tp bob 10 121 10")
	w.consoleCommand("tp ann 12 121 10")
	w.playUntil("there", func() bool { return ann.Playable() && bob.Playable() })
	w.chatCommand(ann, "/vanish", "you are vanished")
	w.playUntil("gone", func() bool { return bob.World().Find(world.AvatarID(ann.Stream())) == world.NoEntity })
	before, refused, blocks := bob.Stats().Corrections, bob.Stats().Refused, bob.Stats().BlockCorrections
	done := 0
	for i := range 40 {
		ann.in.Yaw, bob.in.Yaw = uint16(i*9000), uint16(i*5000+20000)
		ann.in.Keys, bob.in.Keys = world.KeyForward, 0
		if i%3 == 0 {
			bob.in.Keys = world.KeyForward
		}
		if i%8 == 4 { // she stands where he builds
			e, _ := bob.Avatar()
			at := e.Motion.Pos.Block()
			goal := world.Pos{X: at.X + 2, Y: at.Y, Z: at.Z}
			for b := world.Stone; b != world.Air; goal.Z++ {
				b, _ = w.block(world.Pos{X: goal.X, Y: goal.Y, Z: goal.Z + 1})
			}
			ann.in.Keys, bob.in.Keys = 0, 0
			w.h.Do(func(s *server.Server) { s.RunCommand(consoleIssuer, "tp ann "+text(goal), func([]string) {}) })
			w.play(300 * time.Millisecond)
			w.h.Do(func(s *server.Server) {
				if slot := s.World().Find(world.AvatarID(ann.Stream())); s.World().Entity(slot).Motion.Pos.Block() != goal {
					t.Errorf("she is not at %v", goal)
				}
			})
			in := bob.in
			in.Actions = []actions.Action{{Kind: actions.Place, Pos: goal, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
			bob.Frame(Monotonic(), in)
			w.play(300 * time.Millisecond)
			if b, _ := w.block(goal); b != world.Air {
				done++
			}
		}
		w.play(100 * time.Millisecond)
	}
	if got := bob.Stats(); got.Corrections != before || got.Refused[actions.BodyInPlace] != refused[actions.BodyInPlace] || got.BlockCorrections != blocks {
		t.Errorf("bob is corrected: %v, before %v; refused %v, before %v", got.Corrections, before, got.Refused, refused)
	}
	if done < 3 {
		t.Errorf("%d blocks where she stood", done)
	}
	t.Logf("%d blocks placed where she stood", done)
	w.close()
	bob.pc.Close()
	bob.conn.Close("over")
	time.Sleep(10 * time.Second)
}

// TestWatching: the camera of who spectates is in the eyes of the watched one, far away, while the own body stays and takes no keys; sneaking ends it.
func TestWatching(t *testing.T) { runInMemory(t, testWatching) }

func testWatching(t *testing.T) {
	defer checkLeaks(t)
	w, ann, bob := watchFixture(t)
	w.consoleCommand("select 500 150 500 520 150 520")
	w.consoleCommand("fill planks")
	w.consoleCommand("tp bob 510 151 510")
	w.playUntil("there", func() bool { return ann.Playable() && bob.Playable() })
	stood, _ := ann.Avatar()
	w.chatCommand(ann, "/spectate bob", "you see what bob sees")
	w.playUntil("watching", func() bool { name, there := ann.Watching(); return name == "bob" && there })
	bob.in.Keys, bob.in.Yaw = world.KeyForward, 16384
	ann.in.Keys = world.KeyForward
	farthest := 0.0
	for range 10 {
		w.play(150 * time.Millisecond)
		e, _ := bob.Avatar()
		cam := ann.Frame(Monotonic(), ann.in).Camera
		off := 0.0
		for i := range cam.Pos {
			off = max(off, math.Abs(cam.Pos[i]-float64(e.Motion.Pos[i])/float64(world.Unit)))
		}
		farthest = max(farthest, off)
	}
	if farthest > 3 {
		t.Errorf("the camera was %.1f blocks from bob", farthest)
	}
	if e, _ := ann.Avatar(); e.Motion.Pos != stood.Motion.Pos {
		t.Errorf("her body went from %v to %v", stood.Motion.Pos, e.Motion.Pos)
	}
	ann.in.Keys, bob.in.Keys = world.KeySneak, 0
	w.playUntil("back", func() bool { name, _ := ann.Watching(); return name == "" })
	ann.in.Keys = 0
	w.playUntil("in the own body", func() bool { return ann.Playable() && !ann.Unseen() })
	if cam := ann.Frame(Monotonic(), ann.in).Camera; math.Abs(cam.Pos[0]-float64(stood.Motion.Pos[0])/float64(world.Unit)) > 1 {
		t.Errorf("the camera is at %v", cam.Pos)
	}
	t.Logf("the camera was %.2f blocks from bob's feet at most", farthest)
	w.close()
	bob.pc.Close()
	bob.conn.Close("over")
	time.Sleep(10 * time.Second)
}

// TestWatcherHangs: who flies and watches somebody near by hangs in the air where he is, until he is back in his body.
func TestWatcherHangs(t *testing.T) { runInMemory(t, testWatcherHangs) }

func testWatcherHangs(t *testing.T) {
	defer checkLeaks(t)
	w, ann, bob := watchFixture(t)
	w.consoleCommand("gamemode creative ann")
	w.playUntil("there", func() bool { return ann.Playable() && bob.Playable() })
	stands, _ := ann.Avatar()
	ann.in.Keys = world.KeyFly | world.KeyJump
	w.play(time.Second)
	ann.in.Keys = world.KeyFly
	w.play(time.Second)
	flies, _ := ann.Avatar()
	if up := flies.Motion.Pos[1] - stands.Motion.Pos[1]; up < 3*world.Unit {
		t.Fatalf("she is %d units above the ground", up)
	}
	w.chatCommand(ann, "/spectate bob", "you see what bob sees")
	w.playUntil("watching", func() bool { name, there := ann.Watching(); return name == "bob" && there })
	ann.in.Keys = world.KeyForward
	w.play(1500 * time.Millisecond)
	if e, _ := ann.Avatar(); e.Motion.Pos != flies.Motion.Pos || e.Motion.Flags&world.Suspended != 0 {
		t.Errorf("her body went from %v to %v, flags %b", flies.Motion.Pos, e.Motion.Pos, e.Motion.Flags)
	}
	w.close()
	bob.pc.Close()
	bob.conn.Close("over")
	time.Sleep(10 * time.Second)
}

var consoleIssuer = admin.Console

func text(p world.Pos) string { return fmt.Sprintf("%d %d %d", p.X, p.Y, p.Z) }

// TestFrozenClient: an honest client whose player is frozen while he runs stops, sends nothing that is refused, and is corrected for nothing without a
// cause; let go, he runs on.
func TestFrozenClient(t *testing.T) { runInMemory(t, testFrozenClient) }

func testFrozenClient(t *testing.T) {
	defer checkLeaks(t)
	w, ann, bob := watchFixture(t)
	w.consoleCommand("select 0 120 0 60 120 60")
	w.consoleCommand("fill planks now")
	w.consoleCommand("tp bob 5 121 5")
	w.playUntil("there", func() bool { return ann.Playable() && bob.Playable() })
	bob.in.Keys, bob.in.Yaw = world.KeyForward|world.KeySprint, 32768
	w.play(500 * time.Millisecond)
	w.consoleCommand("freeze bob")
	w.playUntil("frozen", bob.Frozen)
	w.play(500 * time.Millisecond)
	stood, _ := bob.Avatar()
	w.play(3 * time.Second)
	if e, _ := bob.Avatar(); e.Motion.Pos != stood.Motion.Pos || bob.Stats().Refused[actions.Frozen] != 0 {
		t.Errorf("he went from %v to %v, %d refusals", stood.Motion.Pos, e.Motion.Pos, bob.Stats().Refused[actions.Frozen])
	}
	w.consoleCommand("unfreeze bob")
	w.playUntil("he runs on", func() bool { e, _ := bob.Avatar(); return e.Motion.Pos[2] > stood.Motion.Pos[2]+2*world.Unit })
	w.close() // honest: nothing unexplained
	bob.pc.Close()
	bob.conn.Close("over")
	time.Sleep(10 * time.Second)
}
