package recording

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

func flat(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

// evening records a session of some seconds over a bad network: walking, building, changes of the method, a cut, another player.
func evening(t testing.TB, to *bytes.Buffer, length time.Duration) *Writer {
	random := testrand.New(t)
	net := memnet.New(random.Uint64())
	srv, err := server.New(server.Config{Generate: flat, Creative: true, AnyMethod: true,
		Spawn: func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(4 + 3*i), Z: 4}) }})
	if err != nil {
		t.Fatal(err)
	}
	link := memnet.Link{Delay: 60 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.05, Copies: true}
	var near *memnet.Conn
	dial := func() transport.Conn {
		var far *memnet.Conn
		near, far = net.Pair(link, link)
		srv.Accept(far)
		return near
	}
	cfg := Config{Name: "ann", ViewDistance: 2, Method: "timestream,draw=chase", JoinTimeout: time.Minute}
	w := NewWriter(to, cfg)
	cl := client.New(client.Config{Name: cfg.Name, ViewDistance: cfg.ViewDistance, Strategy: cfg.Method, JoinTimeout: cfg.JoinTimeout, Recorder: w, Dial: dial})
	other := client.New(client.Config{Name: "bob", Dial: func() transport.Conn {
		a, far := net.Pair(memnet.Link{}, memnet.Link{})
		srv.Accept(far)
		return a
	}})
	w.Network("120ms:20ms:5%")
	texts := []string{"dumb,others=interpolate", "timestream", "timestream,judge=arrival,others=reckon", "dumb,draw=converge", "timestream,draw=offset"}
	frames := 0
	for now := time.Duration(0); now < length; now += 16 * time.Millisecond {
		net.Advance(now)
		srv.Step(now)
		net.Advance(now)
		frames++
		in := client.Input{Keys: world.KeyForward, Yaw: uint16(frames/50) << 14, Pitch: float64(frames%90) / 3}
		if frames%11 == 0 && cl.State() == client.Playing {
			if e, ok := cl.Avatar(); ok {
				p := e.Motion.Pos.Block()
				p.X += int32(random.IntN(7)) - 3
				p.Z += int32(random.IntN(7)) - 3
				in.Actions = []actions.Action{{Kind: actions.Place, Pos: p, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
			}
		}
		if frames%97 == 0 {
			m, err := client.ParseMethod(texts[frames/97%len(texts)])
			if err != nil || cl.SetMethod(m) != nil {
				t.Fatal(err)
			}
		}
		if frames == 400 {
			near.Kill()
		}
		if frames == 650 {
			cl.SetViewDistance(1)
		}
		cl.Frame(now, in)
		other.Frame(now, client.Input{Keys: world.KeyForward, Yaw: uint16(frames) << 8})
	}
	s := cl.Stats()
	t.Logf("%d frames, %d actions, %d updates, %d resumes, corrections %v, %d bytes down", frames, s.Actions, s.Updates, s.Resumes, s.Corrections, s.BytesDown)
	if s.Actions < 50 || s.Resumes == 0 {
		t.Error("too little was played")
	}
	cl.Leave()
	cl.Frame(length, client.Input{})
	return w
}

// TestReplay: a recording of a session with loss, switches of the method, a cut and another view is replayed frame for frame.
func TestReplay(t *testing.T) {
	var file bytes.Buffer
	w := evening(t, &file, 15*time.Second)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := Replay(bytes.NewReader(file.Bytes()), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d frames of %v in %d bytes, hash %016x", got.Frames, got.Length, file.Len(), got.Hash)
	if got.Differ > 0 || got.Frames != w.Frames() || got.Hash != w.hash || !got.Complete {
		t.Errorf("%d frames of %d, %d differ, the first is %d; hash %x, recorded %x; complete %v", got.Frames, w.Frames(), got.Differ, got.First, got.Hash, w.hash, got.Complete)
	}
	if got.Config.Name != "ann" || len(got.Networks) != 1 || got.Networks[0] != "120ms:20ms:5%" {
		t.Errorf("%+v, %q", got.Config, got.Networks)
	}
}

// TestCutShort: a file that a crash cut short is replayed up to the cut, and one with a changed byte ends without a panic.
func TestCutShort(t *testing.T) {
	var file bytes.Buffer
	w := evening(t, &file, 15*time.Second) // the rest of the last second is lost
	random := testrand.New(t)
	whole := 0
	for _, share := range []int{100, 90, 50, 10, 1} {
		got, err := Replay(bytes.NewReader(file.Bytes()[:file.Len()*share/100]), nil)
		if err != nil || got.Differ > 0 || got.Complete {
			t.Errorf("%d%%: %v, %d frames differ, the first is %d of %d", share, err, got.Differ, got.First, got.Frames)
		}
		if share == 100 {
			whole = got.Frames
		}
		t.Logf("%d%% of the file: %d frames of %d", share, got.Frames, w.Frames())
	}
	if whole < w.Frames()-70 {
		t.Errorf("%d of %d frames were written, without the last second", whole, w.Frames())
	}
	broken := 0
	for range 30 {
		b := bytes.Clone(file.Bytes())
		b[random.IntN(len(b))] ^= 1 << random.IntN(8)
		got, err := Replay(bytes.NewReader(b), nil)
		if err != nil || got.Frames < whole || got.Differ > 0 {
			broken++
		}
	}
	t.Logf("30 files with a changed bit: %d ended early or with an error", broken)
	if broken < 28 { // the magic and the versions have no checksum
		t.Errorf("only %d of 30 changes were noticed", broken)
	}
	if _, err := Replay(bytes.NewReader([]byte("voxrec\x63\x07")), nil); !errors.Is(err, ErrVersion) {
		t.Errorf("another version: %v", err)
	}
	if _, err := Replay(bytes.NewReader([]byte("voxtape")), nil); !errors.Is(err, ErrNoRecording) {
		t.Errorf("another file: %v", err)
	}
}

// TestReplayNoticesAChange: a recording of another input than the messages are answers to differs.
func TestReplayNoticesAChange(t *testing.T) {
	var file bytes.Buffer
	w := evening(t, &file, 15*time.Second)
	w.Close()
	n := 0
	got, err := Replay(bytes.NewReader(file.Bytes()), lookFunc(func() { n++ }))
	if err != nil || n != got.Frames {
		t.Errorf("%v, %d frames looked at of %d", err, n, got.Frames)
	}
	var other bytes.Buffer
	rewrite(t, file.Bytes(), &other, func(frame int, in *client.Input) {
		if frame == 300 {
			in.Keys ^= world.KeyRight
		}
	})
	got, err = Replay(bytes.NewReader(other.Bytes()), nil)
	if err != nil || got.First < 300 || got.First > 320 {
		t.Errorf("%v: first difference at frame %d, want 300 or soon after", err, got.First)
	}
	t.Logf("key changed in frame 300: first difference in frame %d", got.First)
}

type lookFunc func()

func (f lookFunc) Frame(time.Duration, *client.Input, *client.Client, *scene.Scene) { f() }

// rewrite copies a recording with changed inputs.
func rewrite(t *testing.T, from []byte, to *bytes.Buffer, change func(frame int, in *client.Input)) {
	r, err := NewReader(bytes.NewReader(from))
	if err != nil {
		t.Fatal(err)
	}
	w := NewWriter(to, r.peek().config)
	w.frames = 0
	r.take()
	for frame := 0; r.peek() != nil; r.take() {
		switch e := r.peek(); e.kind {
		case kindFrame:
			frame++
			change(frame, &e.input)
			w.BeginFrame(e.now, &e.input)
		case kindShown:
			w.begin(kindShown)
			w.records = append(w.records, byte(e.hash), byte(e.hash>>8), byte(e.hash>>16), byte(e.hash>>24))
			if frame%60 == 0 {
				w.flush()
			}
		case kindMessage:
			c := recordedConn{&oneMessage{m: e.message}, w, e.conn}
			c.Receive()
		case kindDialed:
			if e.ok {
				w.Dialed(&oneMessage{})
			} else {
				w.Dialed(nil)
			}
		case kindCall:
			w.Called(e.call, e.text)
		case kindClosed:
			(&recordedConn{&oneMessage{why: e.text}, w, e.conn}).Closed()
		case kindNetwork:
			w.Network(e.text)
		default:
			t.Fatalf("kind %d", e.kind)
		}
	}
	w.Close()
}

// oneMessage is a connection that gives one message.
type oneMessage struct {
	transport.Conn
	m   transport.Message
	why string
}

func (o *oneMessage) Receive() (transport.Message, bool) { return o.m, true }
func (o *oneMessage) Closed() (string, bool)             { return o.why, true }

func FuzzReplay(f *testing.F) {
	f.Add([]byte("voxrec\x01\x07"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var file bytes.Buffer
		w := NewWriter(&file, Config{Name: "ann"})
		w.records = append(w.records, b...) // records with a good checksum
		w.Close()
		Replay(bytes.NewReader(file.Bytes()), nil)
		Replay(bytes.NewReader(b), nil)
	})
}
