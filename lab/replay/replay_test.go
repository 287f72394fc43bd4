package replay

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/recording"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// recorded returns a recording of a player who walks in squares and builds, at a round trip of 80 ms.
func recorded(t testing.TB, length time.Duration) []byte {
	net := memnet.New(3)
	srv, err := server.New(server.Config{Creative: true, AnyMethod: true, StartingInventory: []world.Stack{world.StackOf(world.Dirt, 64)},
		Generate: func(p world.SectionPos) *world.Section {
			if p.Y < 0 {
				return world.NewSection(world.Stone)
			}
			return world.NewSection(world.Air)
		},
		Spawn: func(int) world.Vec { return world.BottomCentre(world.Pos{X: 4, Z: 4}) }})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w := recording.NewWriter(&file, recording.Config{Name: "ann", ViewDistance: 2, JoinTimeout: time.Minute})
	link := memnet.Link{Delay: 40 * time.Millisecond, Copies: true}
	cl := client.New(client.Config{Name: "ann", ViewDistance: 2, JoinTimeout: time.Minute, Recorder: w, Dial: func() transport.Conn {
		near, far := net.Pair(link, link)
		srv.Accept(far)
		return near
	}})
	frames := 0
	for now := time.Duration(0); now < length; now += time.Second / 60 {
		net.Advance(now)
		srv.Step(now)
		net.Advance(now)
		var in client.Input
		if cl.Playable() {
			frames++
			in.Yaw = uint16(frames/60) << 14
			if frames%60 < 40 {
				in.Keys = world.KeyForward
			}
			if frames%30 == 0 {
				e, _ := cl.Avatar()
				p := e.Motion.Pos.Block()
				in.Actions = []actions.Action{{Kind: actions.Place, Pos: world.Pos{X: p.X, Y: 0, Z: p.Z + 3}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
			}
		}
		cl.Frame(now, in)
	}
	cl.Leave()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestUnder plays a recording under every method: the own body goes the same ways, and each play is the same twice.
func TestUnder(t *testing.T) {
	file := recorded(t, 12*time.Second)
	for _, method := range append(client.Strategies(), "") {
		r, err := Under(file, Config{Method: method})
		if err != nil {
			t.Fatalf("%s: %v", method, err)
		}
		again, err := Under(file, Config{Method: method})
		if err != nil || again.Hash != r.Hash {
			t.Errorf("%s: %x, and again %x, %v", method, r.Hash, again.Hash, err)
		}
		if r.Recorded.Differ > 0 || !r.Recorded.Complete {
			t.Errorf("%s: the recording itself: %+v", method, r.Recorded)
		}
		t.Logf("%-12s over %s: %d frames, %d actions, refused %v, apart %v cm, in the end %.0f cm, %d blocks changed, %d un-acked",
			r.Method, r.Network, r.Frames, r.Stats.Actions, r.Stats.Refused, r.Apart, r.End, r.Changes, r.Unacked)
		if r.Changes == 0 || r.Stats.Actions < 20 || r.Frames < 500 {
			t.Errorf("%s: nothing was played", method)
		}
		if (method == "" || method == "timestream") && (r.Apart[2] > 20 || r.Unacked < 2) {
			t.Errorf("the recorded method over a like network: %v cm apart, %d un-acked", r.Apart, r.Unacked)
		}
	}
	if r, err := Under(file, Config{Network: "300ms:0s:0%"}); err != nil || r.Unacked < 3 || r.Network != "300ms:0s:0%" {
		t.Errorf("%v, %q, %d un-acked", err, r.Network, r.Unacked)
	}
	if _, err := Under(file[:200], Config{}); !errors.Is(err, ErrNotPlayed) {
		t.Errorf("a recording without a play: %v", err)
	}
	if _, err := Under([]byte("no"), Config{}); !errors.Is(err, recording.ErrNoRecording) {
		t.Errorf("no recording: %v", err)
	}
	if _, err := Under(file, Config{Method: "smart"}); err == nil {
		t.Error("a method that is none")
	}
}
