package rcon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"voxtide/server/roles"
	"voxtide/server/tokens"
)

// serving runs a server whose commands answer with who gave them, and returns its address and the secrets of two tokens.
func serving(t testing.TB, give Give) (at, mod, bridge, file string) {
	file = filepath.Join(t.TempDir(), tokens.FileName)
	for name, to := range map[string]*string{"mod": &mod, "bridge": &bridge} {
		secret, err := tokens.Add(file, tokens.Token{Name: name, Role: "moderator"})
		if err != nil {
			t.Fatal(err)
		}
		*to = secret
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if give == nil {
		give = func(_ context.Context, g *roles.Grant, line string) ([]string, error) {
			return []string{g.Name + " says " + line}, nil
		}
	}
	s := New(give, tokens.NewStore(file), nil)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		s.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String(), mod, bridge, file
}

func dial(t testing.TB, at string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(30 * time.Second))
	return c
}

// ask sends a frame and reads the answer.
func ask(t testing.TB, c net.Conn, number, kind int32, text string) (frame, error) {
	t.Helper()
	c.Write(appendFrame(nil, frame{number, kind, text})) // a closed one is seen by the reading
	return readFrame(c)
}

// TestPanel: a panel logs in with a token, and gives commands in its name; the end of an answer is found as panels find it.
func TestPanel(t *testing.T) {
	at, mod, bridge, _ := serving(t, nil)
	for name, secret := range map[string]string{"mod": mod, "bridge": bridge} {
		c := dial(t, at)
		if f, err := ask(t, c, 7, kindLogin, secret); err != nil || f != (frame{7, kindCommand, ""}) {
			t.Fatal(f, err)
		}
		for i := range int32(5) {
			if f, err := ask(t, c, i, kindCommand, " list "); err != nil || f != (frame{i, kindAnswer, name + " says list"}) {
				t.Fatal(f, err)
			}
		}
		if f, err := ask(t, c, 9, 200, ""); err != nil || f != (frame{9, kindAnswer, "Unknown request c8"}) {
			t.Fatal(f, err)
		}
	}
}

// TestLongAnswer: an answer longer than a frame comes in several, cut between letters.
func TestLongAnswer(t *testing.T) {
	want := strings.Repeat("ä€x", 5000)
	at, mod, _, _ := serving(t, func(context.Context, *roles.Grant, string) ([]string, error) { return []string{want}, nil })
	c := dial(t, at)
	ask(t, c, 1, kindLogin, mod)
	c.Write(appendFrame(appendFrame(nil, frame{2, kindCommand, "x"}), frame{3, 200, ""}))
	got, n := "", 0
	for {
		f, err := readFrame(c)
		if err != nil {
			t.Fatal(err)
		}
		if f.number == 3 {
			break
		}
		if n++; !utf8.ValidString(f.text) {
			t.Error("a letter is cut")
		}
		got += f.text
	}
	if got != want || n < len(want)/textMax {
		t.Errorf("%d bytes in %d frames, not %d", len(got), n, len(want))
	}
}

// TestStrangers: who has no token gets nothing but a refusal: no command runs, whatever is sent, and others are still answered.
func TestStrangers(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	at, mod, _, _ := serving(t, func(_ context.Context, g *roles.Grant, line string) ([]string, error) {
		if line != "list" {
			t.Errorf("%s ran %q", g.Name, line)
		}
		return []string{"fine"}, nil
	})
	friend := dial(t, at)
	ask(t, friend, 1, kindLogin, mod)
	junk := make([]byte, 64)
	closed := 0
	for i := range 60 {
		c := dial(t, at)
		switch i % 4 {
		case 0: // a command without a login
			c.Write(appendFrame(nil, frame{1, kindCommand, "stop"}))
		case 1: // a login that is none
			c.Write(appendFrame(appendFrame(nil, frame{1, kindLogin, "guess"}), frame{2, kindCommand, "stop"}))
		case 2: // a length of 2 GB
			c.Write([]byte{255, 255, 255, 127, 1, 0, 0, 0})
		case 3:
			for j := range junk {
				junk[j] = byte(rng.Uint32())
			}
			c.Write(junk)
		}
		b, _ := io.ReadAll(c)
		if f, err := readFrame(bytes.NewReader(b)); err == nil && f.number != -1 {
			t.Errorf("kind %d: answered %v", i%4, f)
		}
		c.Close()
		closed++
	}
	if f, err := ask(t, friend, 5, kindCommand, "list"); err != nil || f.text != "fine" {
		t.Error("a friend beside them:", f, err)
	}
	t.Logf("%d connections of strangers were closed", closed)
}

// TestHalfFrames: connections that say nothing take no more than their share, and the machine's own are let in again when they have ended.
func TestHalfFrames(t *testing.T) {
	at, mod, _, _ := serving(t, nil)
	var idle []net.Conn
	for range connectionsOf {
		c := dial(t, at)
		c.Write([]byte{20, 0, 0})
		idle = append(idle, c)
	}
	refused := func() bool {
		c := dial(t, at)
		defer c.Close()
		_, err := ask(t, c, 1, kindLogin, mod)
		return err != nil
	}
	for end := time.Now().Add(20 * time.Second); !refused(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("more connections of one address than there may be")
		}
	}
	for _, c := range idle {
		c.Close()
	}
	for end := time.Now().Add(20 * time.Second); refused(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nobody is let in after the idle ones have gone")
		}
	}
}

// TestRemovedToken: a panel that is connected with a token that was taken away is not answered any more.
func TestRemovedToken(t *testing.T) {
	at, mod, _, file := serving(t, nil)
	c := dial(t, at)
	ask(t, c, 1, kindLogin, mod)
	if err := tokens.Remove(file, "mod"); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		if _, err := ask(t, c, 2, kindCommand, "list"); err != nil {
			return
		}
		if time.Now().After(end) {
			t.Fatal("it is still answered")
		}
	}
}

// FuzzFrame: no bytes panic or take more memory than a frame may have, and what is read is written as it was.
func FuzzFrame(f *testing.F) {
	f.Add(appendFrame(nil, frame{7, kindLogin, "vxt_x"}))
	f.Add([]byte{255, 255, 255, 127})
	f.Add([]byte{10, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := readFrame(bytes.NewReader(b))
		if err != nil {
			if !errors.Is(err, ErrFrame) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatal(err)
			}
			return
		}
		again := appendFrame(nil, got)
		if len(got.text) > textMax || !bytes.HasPrefix(b, again) {
			t.Fatalf("%x is %v, written as %x", b, got, again)
		}
	})
}

// FuzzPieces: pieces fit frames and are the text again.
func FuzzPieces(f *testing.F) {
	f.Add(strings.Repeat("€", 3000))
	f.Add(strings.Repeat("\x80", 9000))
	f.Fuzz(func(t *testing.T, text string) {
		all := pieces(text)
		for _, p := range all {
			if len(p) > textMax {
				t.Fatal(len(p))
			}
		}
		if strings.Join(all, "") != text {
			t.Fatal("not the text")
		}
	})
}

func Example() {
	b := appendFrame(nil, frame{7, kindCommand, "list"})
	f, err := readFrame(bytes.NewReader(b))
	fmt.Println(len(b), f.number, f.kind, f.text, err)
	// Output: 18 7 2 list <nil>
}
