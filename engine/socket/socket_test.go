package socket

import (
	"bufio"
	"bytes"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"voxtide/engine"
	"voxtide/engine/enginetest"
	"voxtide/internal/testrand"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// place returns a path of a socket: that of a test's folder may be too long.
func place(t testing.TB) string {
	dir, err := os.MkdirTemp("", "vx")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "s")
}

func serve(t testing.TB, path string, m *enginetest.Memory) *Server {
	l, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	return NewServer(l, "a test", m.Open)
}

// TestSuite: a database behind a socket does all that it does by itself.
func TestSuite(t *testing.T) {
	m := enginetest.NewMemory()
	path := place(t)
	s := serve(t, path, m)
	enginetest.Run(t, enginetest.Database{
		Open: func(testing.TB) engine.Engine { return Dial(path) },
		Mute: func(testing.TB) func() { m.SetDeaf(true); return func() { m.SetDeaf(false) } },
	})
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if n := m.Handles(); n != 0 {
		t.Errorf("%d handles are left open", n)
	}
}

// TestSuiteGone: the same with a server that ends, and comes again.
func TestSuiteGone(t *testing.T) {
	m := enginetest.NewMemory()
	path := place(t)
	s := serve(t, path, m)
	enginetest.Run(t, enginetest.Database{
		Open: func(testing.TB) engine.Engine { return Dial(path) },
		Mute: func(t testing.TB) func() {
			s.Close()
			return func() { s = serve(t, path, m) }
		},
	})
	s.Close()
}

// kept are the answers that came while a test waited for another one.
var kept = map[*Client][]engine.Answer{}

func await(t *testing.T, c *Client, r engine.Request) engine.Answer {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		kept[c] = c.Poll(0, kept[c])
		for i, a := range kept[c] {
			if a.Request == r {
				kept[c] = slices.Delete(kept[c], i, i+1)
				return a
			}
		}
		select {
		case <-c.Ready():
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Fatal("no answer")
	return engine.Answer{}
}

// TestBroken: when the connection breaks, what was sent ends as Unknown, a followed log too; then the client is there again.
func TestBroken(t *testing.T) {
	m := enginetest.NewMemory()
	path := place(t)
	s := serve(t, path, m)
	c := Dial(path)
	claim := await(t, c, c.Claim("log", 0, "me"))
	if claim.Outcome != engine.OK {
		t.Fatalf("%+v", claim)
	}
	f := c.Follow("log", 1)
	if a := await(t, c, c.Append("log", claim.Claim, 1, []byte("x"))); a.Outcome != engine.OK {
		t.Fatalf("%+v", a)
	}
	if a := await(t, c, f); len(a.Entries) != 1 {
		t.Fatalf("%+v", a)
	}
	if about, broken := c.About(); about != "a test" || broken != "" || s.Clients() != 1 {
		t.Fatalf("%q %q, %d clients", about, broken, s.Clients())
	}
	s.Close()
	if a := await(t, c, f); a.Outcome != engine.Unknown {
		t.Fatalf("%+v", a)
	}
	began := time.Now()
	if a := await(t, c, c.Get("key")); a.Outcome != engine.Unknown || time.Since(began) < answerTime/2 {
		t.Fatalf("%+v after %v", a, time.Since(began))
	}
	r := c.Get("key")
	s = serve(t, path, m)
	if a := await(t, c, r); a.Outcome != engine.OK { // it waited for the connection
		t.Fatalf("%+v", a)
	}
	if a := await(t, c, c.Read("log", 1)); a.Outcome != engine.OK || len(a.Entries) != 1 {
		t.Fatalf("%+v", a)
	}
	c.Close()
	s.Close()
	if n := m.Handles(); n != 0 {
		t.Fatalf("%d handles", n)
	}
}

// TestListen: a socket that was left behind is taken over, one in use is not, and neither is a file.
func TestListen(t *testing.T) {
	path := place(t)
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	taken, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	if i, _ := os.Stat(path); i.Mode().Perm() != 0o600 {
		t.Errorf("%v", i.Mode())
	}
	if _, err := Listen(path); err == nil {
		t.Error("one socket, two listeners")
	}
	taken.Close()
	os.WriteFile(path, []byte("mine"), 0o600)
	if _, err := Listen(path); err == nil {
		t.Error("a file was replaced")
	}
	if _, err := Listen("/tmp/" + strings.Repeat("x", 120)); err == nil {
		t.Error("too long a path")
	}
}

// TestNoise: what is not the protocol ends the connection that it came on, and no other.
func TestNoise(t *testing.T) {
	luck := testrand.New(t)
	m := enginetest.NewMemory()
	path := place(t)
	s := serve(t, path, m)
	defer s.Close()
	c := Dial(path)
	defer c.Close()
	for range 50 {
		conn, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		w := bufio.NewWriter(conn)
		if luck.IntN(2) == 0 {
			writeFrame(w, hello(""))
		}
		noise := make([]byte, luck.IntN(200))
		for i := range noise {
			noise[i] = byte(luck.Uint32())
		}
		writeFrame(w, noise)
		w.Flush()
		conn.Close()
	}
	if a := await(t, c, c.Put("key", []byte("value"))); a.Outcome != engine.OK {
		t.Fatalf("%+v", a)
	}
	if a := await(t, c, c.Get("key")); string(a.Value) != "value" {
		t.Fatalf("%+v", a)
	}
}

// TestFit: an answer that is too large for a frame is several, or less.
func TestFit(t *testing.T) {
	var a engine.Answer
	a.Outcome = engine.OK
	for n := range uint64(20) {
		a.Entries = append(a.Entries, engine.Stored{N: n + 1, Data: make([]byte, 1<<20)})
	}
	parts := fit(a, true)
	n := uint64(0)
	for _, p := range parts {
		b := appendAnswer(nil, 1, &p)
		back, err := readAnswer(b)
		if err != nil || len(b) > frameMax {
			t.Fatalf("%d bytes, %v", len(b), err)
		}
		for _, e := range back.Entries {
			if n++; e.N != n || len(e.Data) != 1<<20 {
				t.Fatalf("entry %d", e.N)
			}
		}
	}
	if n != 20 || len(parts) < 3 {
		t.Fatalf("%d entries in %d parts", n, len(parts))
	}
	if parts := fit(a, false); len(parts) != 1 || len(parts[0].Entries) == 0 || len(parts[0].Entries) == 20 {
		t.Fatalf("%d parts", len(parts))
	}
	if parts := fit(engine.Answer{Values: map[string][]byte{"a": make([]byte, frameMax)}}, false); parts[0].Outcome != engine.Refused {
		t.Fatal("values that are too large")
	}
}

var requests = []request{
	{kind: kindClaim, id: 1, text: "log", a: 3, who: "me"}, {kind: kindAppend, id: 300, text: "log", a: 1 << 40, b: 7, data: []byte("data")},
	{kind: kindRead, text: "log", a: 1}, {kind: kindFollow, text: "log", a: 2}, {kind: kindTrim, text: "log", a: 9},
	{kind: kindPut, text: "key", data: []byte("v")}, {kind: kindPut, text: "key", isNil: true}, {kind: kindGet, text: "key"}, {kind: kindList, text: "k"},
}

// FuzzRequest: whatever comes, a request is read whole or refused, and what was read is written as the same bytes.
func FuzzRequest(f *testing.F) {
	for _, q := range requests {
		f.Add(q.append(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		q, err := readRequest(b)
		if err == nil && !bytes.Equal(q.append(nil), b) {
			t.Fatalf("%x is read as %+v", b, q)
		}
	})
}

// FuzzAnswer: the same for answers.
func FuzzAnswer(f *testing.F) {
	for _, a := range []engine.Answer{
		{Request: 1, Outcome: engine.OK, Claim: 5, Holder: "me"}, {Request: 2, Outcome: engine.Unknown, Reason: "why"},
		{Request: 3, Outcome: engine.OK, First: 1, Last: 9, Entries: []engine.Stored{{N: 8, Data: []byte("a")}, {N: 9, Data: []byte{}}}},
		{Request: 4, Outcome: engine.OK, Value: []byte("v")}, {Request: 4, Outcome: engine.OK, Value: []byte{}},
		{Request: 5, Outcome: engine.OK, Values: map[string][]byte{"a": []byte("1"), "b": {}}}, {Request: 5, Outcome: engine.OK, Values: map[string][]byte{}},
	} {
		b := appendAnswer(nil, uint64(a.Request), &a)
		if back, err := readAnswer(b); err != nil || !reflect.DeepEqual(a, back) {
			f.Fatalf("%+v, %v, want %+v", back, err, a)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := readAnswer(b)
		if err == nil && !bytes.Equal(appendAnswer(nil, uint64(a.Request), &a), b) {
			t.Fatalf("%x is read as %+v", b, a)
		}
	})
}

// FuzzFrame: a frame that is announced and does not come costs what has come.
func FuzzFrame(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, kindAlive, 255, 255, 127, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bufio.NewReader(bytes.NewReader(b))
		for {
			frame, err := readFrame(r)
			if err != nil {
				return
			}
			if cap(frame) > 4*len(b)+(128<<10) {
				t.Fatalf("%d bytes for %d", cap(frame), len(b))
			}
		}
	})
}
