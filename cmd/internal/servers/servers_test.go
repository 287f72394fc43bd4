package servers

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/transport/query"
)

// TestWatch: while the list is shown each server is asked, favourites and those of the local network; once it is not, nobody is.
func TestWatch(t *testing.T) {
	l, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int64
	l.ask = func(_ context.Context, at netip.AddrPort) ([]byte, time.Duration, error) {
		asked.Add(1)
		switch at.Port() {
		case 1:
			return nil, 0, query.ErrNoAnswer
		case 2:
			return protocol.AppendStatus(nil, &protocol.Status{Protocol: protocol.Version + 1, World: "new"}), time.Millisecond, nil
		case 3:
			return []byte("junk"), time.Millisecond, nil
		}
		return protocol.AppendStatus(nil, &protocol.Status{Protocol: protocol.Version, World: "home", MOTD: "hi", Players: 3, Most: 9}), 7 * time.Millisecond, nil
	}
	l.find = func(ctx context.Context, found func(netip.AddrPort)) {
		for i := range 100 {
			found(netip.AddrPortFrom(netip.MustParseAddr("192.168.0.9"), uint16(7400+i)))
		}
		<-ctx.Done()
	}
	for i, name := range []string{"mine", "gone", "other", "junk"} {
		if err := l.Add(name, fmt.Sprintf("127.0.0.1:%d", i*i*i%7)); err != nil { // 0, 1, 1, 6
			t.Fatal(err)
		}
	}
	for _, a := range []string{"127.0.0.1:2", "127.0.0.1:3"} {
		l.Add("", a)
	}
	time.Sleep(50 * time.Millisecond)
	if asked.Load() != 0 {
		t.Fatal("servers are asked while nobody looks")
	}
	l.Watch(true)
	l.Watch(true)
	done := func() bool {
		n := 0
		for _, r := range l.Rows() {
			if r.Asked {
				n++
			}
		}
		return n >= 5+localMax
	}
	for end := time.Now().Add(30 * time.Second); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%+v", l.Rows())
		}
	}
	var got []string
	for _, r := range l.Rows()[:6] {
		got = append(got, fmt.Sprintf("%s %v %v %d/%d %v", r.Name, r.Answer, r.Other, r.Status.Players, r.Status.Most, r.Ping))
	}
	want := "mine true false 3/9 7ms|other false false 0/0 0s|junk true false 3/9 7ms| true true 0/0 1ms| false false 0/0 0s|home true false 3/9 7ms"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("%s, not\n%s", s, want)
	}
	if n := len(l.Rows()); n != 5+localMax {
		t.Errorf("%d rows", n)
	}
	l.Close()
	before := asked.Load()
	time.Sleep(300 * time.Millisecond)
	if asked.Load() != before {
		t.Error("it goes on when nobody looks")
	}
}

// TestFile: favourites are kept; a file of somebody else's making is read within bounds, and one that cannot be read is left as it is.
func TestFile(t *testing.T) {
	home := t.TempDir()
	l, err := Open(home)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(l.Add(" Harbour\n", "play.example.org:7400"), l.Add("b", "b:1"), l.Add("c", "b:1"), l.Remove("nowhere:1")); err != nil {
		t.Fatal(err)
	}
	l, err = Open(home)
	if rows := l.Rows(); err != nil || len(rows) != 2 || rows[0].Name != "Harbour" || rows[1].Name != "c" {
		t.Errorf("%+v %v", rows, err)
	}
	os.WriteFile(filepath.Join(home, "servers.toml"), []byte("server = [{"), 0o644)
	l, err = Open(home)
	if err == nil || l.Add("x", "x:1") == nil {
		t.Error("a file that cannot be read is written over")
	}
	if b, _ := os.ReadFile(filepath.Join(home, "servers.toml")); string(b) != "server = [{" {
		t.Errorf("%q", b)
	}
}

// FuzzFile: no file panics, and its rows have bounds.
func FuzzFile(f *testing.F) {
	f.Add("[[server]]\nname = \"a\"\naddress = \"b:1\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := parse(text)
		if err != nil {
			return
		}
		for _, s := range all {
			if len(s.Name) > NameMax || len(s.Address) > AddressMax || strings.ContainsAny(s.Name+s.Address, "\n\x00") {
				t.Fatalf("%+v", s)
			}
		}
	})
}

func Example() {
	home, _ := os.MkdirTemp("", "servers")
	defer os.RemoveAll(home)
	l, _ := Open(home)
	l.Add("Harbour", "play.example.org:7400")
	for _, r := range l.Rows() {
		fmt.Println(r.Name, r.Address, r.Asked)
	}
	// Output: Harbour play.example.org:7400 false
}
