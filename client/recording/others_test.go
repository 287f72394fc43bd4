package recording

import (
	"bytes"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/server"
	"voxtide/store"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// TestReplayOfOthers: a session whose server goes silent twice, once for a while and once for good, and which another server goes on with, is
// replayed frame for frame, though it has two connections at once; and the file does not hold the other's address.
func TestReplayOfOthers(t *testing.T) {
	random := testrand.New(t)
	net := memnet.New(random.Uint64())
	const address = "198.51.100.7:7400"
	now, asked := time.Duration(0), 0
	cfg := server.Config{Generate: flat, Creative: true, Others: func() []string { return []string{address, "b.example:1"} },
		WallClock: func() int64 { return 1_800_000_000_000 + now.Milliseconds() },
		Spawn:     func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(4 + 3*i), Z: 4}) }}
	disk := store.NewMemory(nil)
	start := func() *server.Server {
		cfg.Store = disk
		s, err := server.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	srv, standby := start(), false
	link := memnet.Link{Delay: 30 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.03, Copies: true}
	var waiting []*memnet.Conn
	dial := func(other bool) transport.Conn {
		near, far := net.Pair(link, link)
		switch {
		case other == standby:
			srv.Accept(far)
		case other:
			waiting = append(waiting, far) // it tries until the port opens
		}
		return near
	}
	var file bytes.Buffer
	w := NewWriter(&file, Config{Name: "ann", JoinTimeout: time.Minute})
	cl := client.New(client.Config{Name: "ann", JoinTimeout: time.Minute, Recorder: w,
		Dial: func() transport.Conn { return dial(false) }, DialOther: func(string) transport.Conn { asked++; return dial(true) }})
	still, playing := 0, 0
	for frames := 0; now < 14*time.Second; frames++ {
		now += 16 * time.Millisecond
		switch frames {
		case 500:
			disk, srv = disk.Crash(now), nil
		case 545:
			standby, srv = true, start()
			srv.Accept(waiting[len(waiting)-1])
		}
		net.Advance(now)
		if slow := frames >= 250 && frames < 305; srv != nil && !slow {
			srv.Step(now)
		}
		net.Advance(now)
		in := client.Input{Keys: world.KeyForward, Yaw: uint16(frames/50) << 14}
		if e, ok := cl.Avatar(); ok && frames%9 == 0 {
			p := e.Motion.Pos.Block()
			p.X, p.Z = p.X+int32(random.IntN(7))-3, p.Z+int32(random.IntN(7))-3
			in.Actions = []actions.Action{{Kind: actions.Place, Pos: p, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
		}
		cl.Frame(now, in)
		if playing > 0 && cl.State() != client.Playing {
			still++
		}
		if cl.State() == client.Playing {
			playing++
		}
	}
	s := cl.Stats()
	t.Logf("%d others asked, %d resumes, %d frames without play, %d actions, corrections %v", asked, s.Resumes, still, s.Actions, s.Corrections)
	if asked < 2 || s.Resumes == 0 || cl.State() != client.Playing || still > 0 {
		t.Errorf("%v: %d others asked, %d resumes, %d frames without play", cl.State(), asked, s.Resumes, still)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := Replay(bytes.NewReader(file.Bytes()), nil)
	if err != nil || got.Differ > 0 || got.Frames != w.Frames() || got.Hash != w.hash || !got.Complete {
		t.Errorf("%v: %d frames of %d, %d differ, the first is %d; complete %v", err, got.Frames, w.Frames(), got.Differ, got.First, got.Complete)
	}
	r, err := NewReader(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	for e := r.peek(); e != nil; e = r.peek() {
		if bytes.Contains(e.message.Data, []byte(address)) {
			t.Fatal("the file holds the address of the other server")
		}
		r.take()
	}
}
