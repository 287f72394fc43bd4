package linkmenu

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/client/links"
	"voxtide/protocol"
	"voxtide/transport/secure"
	"voxtide/ui"
)

type names []string

func (n names) Online() []string      { return n }
func (n names) Known(string) []string { return n }

func open(t *testing.T, home string) *Menu {
	t.Helper()
	m, err := Open(home, secure.Key{1})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestCommands checks the commands of the chat: which lines are the game's own, and what they say and change.
func TestCommands(t *testing.T) {
	home := t.TempDir()
	m := open(t, home)
	bob := secure.Key{3}
	all := []links.Info{{Name: "ann", Key: secure.Key{2}, State: links.Linked, How: "lan", RoundTrip: 3 * time.Millisecond}}
	for _, line := range []string{"hello", "/list", "/", "/who 1 2 3", "/frien", "friend bob"} {
		if _, mine := m.Command(line, links.Off, all, names{"ann"}); mine {
			t.Errorf("%q is not sent to the server", line)
		}
	}
	steps := 0
	for _, c := range []struct{ line, want string }{
		{"/peers", "ann  same network, 3.0 ms, loss 0%|    key " + ui.Grouped(secure.Key{2}.String())},
		{"/friend", "Your key, to give to friends: 01" + strings.Repeat("00", 31)},
		{"/friend", "no friends yet"},
		{"/friend carl", "there is no link with carl"},
		{"/friend carl KEY", "a key has 64 hexadecimal digits, not 3"},
		{"/friend carl " + secure.Key{7}.String(), "this is a fingerprint"},
		{"/friend me " + hex.EncodeToString(m.own[:]), "this is your own key"},
		{"/friend bob " + hex.EncodeToString(bob[:]), "bob is a friend now, by the key with the fingerprint " + ui.Grouped(bob.String())},
		{"/FRIEND ANN", "ann is a friend now"},
		{"/friend ann", "compare the fingerprint with ann"},
		{"/friend", "friend bob  " + ui.Grouped(bob.String()) + "|friend ann"},
		{"/peers", "; friend"},
		{"/peers now", "one word too many"},
		{"/friend ann " + strings.Repeat("05", 32), "another key"},
		{"/unfriend", "NAME is missing"},
		{"/unfriend dan", "no friend is called dan"},
		{"/unfriend Ann", "is not a friend any more"},
	} {
		said, mine := m.Command(c.line, links.All, all, names{"ann"})
		if got := strings.Join(said, "|"); !mine || !strings.Contains(got, c.want) {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
		steps++
	}
	if said, _ := m.Command("/peers", links.House, nil, names{}); !strings.Contains(said[0], "no direct link; you allow: house") {
		t.Error(said)
	}
	if keys := open(t, home).Keys(); len(keys) != 1 || keys[0] != bob {
		t.Errorf("kept are %v", keys)
	}
	t.Logf("%d commands", steps)
}

// TestRows checks the rows of the screens: the fingerprint is that of the link's key, somebody with the name of a friend and another
// key is told apart, and a link that was closed says why.
func TestRows(t *testing.T) {
	m := open(t, t.TempDir())
	m.AddFriend("Ann", secure.Key{2})
	var st ui.Links
	for range 2 {
		m.Fill(&st, []links.Info{
			{Name: "annika", Key: secure.Key{2}, State: links.Linked, How: "v6", RoundTrip: 1500 * time.Microsecond, Loss: 0.25},
			{Name: "ann", Key: secure.Key{9}, State: links.Stale, How: "server"},
			{Name: "eve", Key: secure.Key{8}, State: links.Closed, How: "server", Lies: 16, Why: protocol.LinkLies.String()},
		})
	}
	if len(st.Rows) != 3 || st.Key != "01"+strings.Repeat("00", 31) {
		t.Fatalf("%+v", st)
	}
	if r := st.Rows[0]; r.Friend != "Ann" || r.Stranger || r.State != "" || r.RoundTrip != 1.5 || r.Fingerprint != (secure.Key{2}).String() || r.Loss != 0.25 {
		t.Errorf("%+v", r)
	}
	if r := st.Rows[1]; r.Friend != "" || !r.Stranger || r.State != "stale" || r.Why != "" {
		t.Errorf("%+v", r)
	}
	if r := st.Rows[2]; !strings.Contains(r.Why, "not what the server saw") || !r.Barred || r.Lies != 16 || r.Stranger {
		t.Errorf("%+v", r)
	}
}

// TestTrouble checks that friends that cannot be read are none, that the screens and /friend say so, and that the file stays.
func TestTrouble(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, "friends.toml")
	if err := os.WriteFile(path, []byte("ann = 5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := Open(home, secure.Key{1})
	if err == nil || len(m.Keys()) != 0 {
		t.Fatal(err, m.Keys())
	}
	var st ui.Links
	if m.Fill(&st, nil); !strings.Contains(st.Trouble, "friends.toml:1") {
		t.Error(st.Trouble)
	}
	if said, _ := m.Command("/friend", links.Off, nil, names{}); !strings.Contains(strings.Join(said, "|"), "friends.toml:1") {
		t.Error(said)
	}
	if said := m.AddFriend("bob", secure.Key{4}); !strings.Contains(said, "cannot be read") {
		t.Error(said)
	}
	if text, _ := os.ReadFile(path); string(text) != "ann = 5\n" {
		t.Errorf("%q", text)
	}
}
