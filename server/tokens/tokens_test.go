package tokens

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/server/roles"
)

// TestTokens: a secret counts from when it is made until it is removed or has ended, and is nowhere in the file.
func TestTokens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", FileName)
	s := NewStore(path)
	if _, err := s.Lookup("vxt_none"); !errors.Is(err, ErrUnknown) {
		t.Fatal(err)
	}
	mod, err := Add(path, Token{Name: "mod", Role: "moderator"})
	if err != nil {
		t.Fatal(err)
	}
	ended, err := Add(path, Token{Name: "old", May: []string{"say"}, Until: time.Now().Add(-time.Second)})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	if strings.Contains(string(text), mod[len(prefix):]) || !strings.HasPrefix(mod, prefix) || len(mod) < 40 {
		t.Errorf("the secret %q is in the file, or is none", mod)
	}
	if i, err := os.Stat(path); err != nil || i.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", i.Mode(), err)
	}
	await := func(what string, f func() bool) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); !f(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("never: " + what)
			}
		}
	}
	await("the new token counts", func() bool {
		got, err := s.Lookup(mod)
		return err == nil && got.Name == "mod" && got.Grant().Role == "moderator"
	})
	if _, err := s.Lookup(ended); !errors.Is(err, ErrUnknown) {
		t.Errorf("a token that has ended: %v", err)
	}
	for _, wrong := range []string{"", prefix, mod[:len(mod)-1], mod + "x", strings.ToUpper(mod)} {
		if _, err := s.Lookup(wrong); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if err := Remove(path, "mod"); err != nil {
		t.Fatal(err)
	}
	await("a removed token counts no longer", func() bool { _, err := s.Lookup(mod); return errors.Is(err, ErrUnknown) })
	if err := Remove(path, "mod"); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
	os.WriteFile(path, []byte("[[token]]\nname = 3\n"), 0o600)
	await("a file that cannot be understood lets nobody in", func() bool { _, err := s.Lookup(mod); return errors.Is(err, ErrFile) })
}

// TestInvalid: what cannot be a token is refused, with what to do.
func TestInvalid(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	if _, err := Add(path, Token{Name: "a", Role: "console"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		t    Token
		want error
	}{
		{Token{Name: "a", Role: "console"}, ErrTaken}, {Token{Name: "b"}, ErrInvalid}, {Token{Role: "x"}, ErrInvalid}, {Token{Name: "ü", Role: "x"}, ErrInvalid},
		{Token{Name: "a b", Role: "x"}, ErrInvalid}, {Token{Name: strings.Repeat("a", 33), Role: "x"}, ErrInvalid}, {Token{Name: "c", May: []string{"stop"}}, ErrInvalid},
		{Token{Name: "c", May: []string{"role"}}, ErrInvalid}, {Token{Name: "c", May: []string{"dance"}}, ErrInvalid}, {Token{Name: "c", May: []string{"ban:soon"}}, ErrInvalid},
		{Token{Name: "c", May: make([]string, EntriesMax+1)}, ErrInvalid},
	} {
		if _, err := Add(path, c.t); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v", c.t, err)
		}
	}
}

// TestThousandTokens: a thousand tokens are found as fast as one.
func TestThousandTokens(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	all := make([]Token, 1000)
	for i := range all {
		all[i] = Token{Name: fmt.Sprint("t", i), Hash: fmt.Sprintf("%064x", i), May: []string{"list"}, Made: time.Unix(0, 0).UTC()}
	}
	if err := write(path, all); err != nil {
		t.Fatal(err)
	}
	secret, err := Add(path, Token{Name: "mine", Role: roles.ConsoleRole})
	if err != nil {
		t.Fatal(err)
	}
	s := NewStore(path)
	s.Lookup(secret)
	const n = 20_000
	begin := time.Now()
	for range n {
		if _, err := s.Lookup(secret); err != nil {
			t.Fatal(err)
		}
	}
	each := time.Since(begin) / n
	if t.Logf("%v for each of %d look-ups among 1,001 tokens, the file read each second", each, n); each > time.Millisecond {
		t.Errorf("a look-up takes %v", each)
	}
}

// TestAttempts: an address that tries wrong secrets is not listened to for a while, with a good one neither; others are.
func TestAttempts(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	secret, err := Add(path, Token{Name: "a", Role: "console"})
	if err != nil {
		t.Fatal(err)
	}
	s, a := NewStore(path), Attempts{}
	bad, good := netip.MustParseAddr("2001:db8::1"), netip.MustParseAddr("192.0.2.7")
	for i := range attemptsMax {
		at := netip.MustParseAddr(fmt.Sprintf("2001:db8::%x", i)) // one network
		if _, err := a.Lookup(s, at, "wrong"); !errors.Is(err, ErrUnknown) {
			t.Fatal(i, err)
		}
	}
	if _, err := a.Lookup(s, bad, secret); !errors.Is(err, ErrTooMany) {
		t.Error("after ten wrong ones:", err)
	}
	if _, err := a.Lookup(s, good, secret); err != nil {
		t.Error("another address:", err)
	}
	for i := range 5000 { // addresses without end take no memory without end
		a.Lookup(s, netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}), "wrong")
	}
	if n := len(a.wrong); n > attemptSourceMax+1 {
		t.Errorf("%d addresses are counted", n)
	}
	a.since = time.Now().Add(-attemptsSpan)
	if _, err := a.Lookup(s, bad, secret); err != nil {
		t.Error("ten seconds later:", err)
	}
}

// FuzzFile: no text of a file panics, and what is read is the same after it was written and read.
func FuzzFile(f *testing.F) {
	f.Add("[[token]]\nname = \"a\"\nhash = \"" + strings.Repeat("0a", 32) + "\"\nrole = \"moderator\"\nmay = [\"ban:2h\", \"-msg\"]\nmade = 2026-11-27T00:00:00Z\nuntil = 2027-01-01T00:00:00Z\n")
	f.Add("token = 3")
	f.Add("[[token]]\nname = \"a\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrFile) {
				t.Fatal(err)
			}
			return
		}
		again, err := Text(all)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Parse(again)
		if err != nil || len(back) != len(all) {
			t.Fatalf("%v: %q", err, again)
		}
		for i := range all {
			if a, b := all[i], back[i]; a.Name != b.Name || a.Hash != b.Hash || a.Role != b.Role || strings.Join(a.May, "\n") != strings.Join(b.May, "\n") || !a.Until.Equal(b.Until) {
				t.Fatalf("%+v, then %+v", a, b)
			}
		}
	})
}

func Example() {
	dir, _ := os.MkdirTemp("", "tokens")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, FileName)
	secret, _ := Add(path, Token{Name: "bridge", May: []string{"say", "list"}})
	t, err := NewStore(path).Lookup(secret)
	fmt.Println(t.Name, t.May, err)
	_, err = NewStore(path).Lookup("guessed")
	fmt.Println(err)
	// Output:
	// bridge [say list] <nil>
	// there is no such token, or it has ended
}
