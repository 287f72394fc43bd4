package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSaid: what was said is found after the server was started again, private messages are kept where the settings say so and found by operators
// alone, and a world without the setting keeps nothing.
func TestSaid(t *testing.T) {
	defer checkLeaks(t)
	dir := t.TempDir()
	begin := func(days int, private bool, names ...string) *playersFixture {
		h, at := openHost(t, dir, func(c *Config) { c.ChatDays, c.ChatPrivate = days, private })
		w := &playersFixture{t: t, h: h, timeout: time.Minute}
		for _, name := range names { // over the network: who is in this process is an operator
			w.clients = append(w.clients, join(t, name, at))
		}
		w.playUntil("in the world", func() bool {
			return !slices.ContainsFunc(w.clients, func(c *testClient) bool { return !c.Playable() })
		})
		return w
	}
	// search asks until what was said a moment ago is there, or is not after a while.
	search := func(w *playersFixture, line string, want bool) string {
		got := ""
		for range 20 {
			if got = w.consoleCommand(line); strings.Contains(got, "nothing that was said fits") != want {
				break
			}
			w.play(50 * time.Millisecond)
		}
		return got
	}
	asked := 0
	for _, private := range []bool{false, true} {
		w := begin(30, private, "ann", "bob")
		ann, bob := w.clients[0], w.clients[1]
		w.consoleCommand("role ann moderator")
		w.chatCommand(bob, "the gate is open", "the gate is open")
		w.chatCommand(bob, "/msg ann the treasure is here", "you to ann")
		if got := search(w, "search bob 1h gate", true); !strings.Contains(got, "bob: the gate is open") {
			t.Errorf("%q", got)
		}
		if got := search(w, "search 1h treasure", private); strings.Contains(got, "bob: /msg ann the treasure is here") != private {
			t.Errorf("private %v: %q", private, got)
		}
		if heard := strings.Join(w.chatCommand(ann, "/search 1h treasure", "nothing that was said fits"), "\n"); strings.Contains(heard, "/msg ann") {
			t.Errorf("a moderator finds %q", heard)
		}
		if heard := strings.Join(w.chatCommand(ann, "/search bob 1h", "the gate is open"), "\n"); !strings.Contains(heard, "bob: the gate is open") {
			t.Errorf("a moderator finds %q", heard)
		}
		asked += 4
		w.close()
	}
	w := begin(30, false)
	if got := w.consoleCommand("search 1h gate"); strings.Count(got, "the gate is open") != 2 {
		t.Errorf("after two starts: %q", got)
	}
	w.close()
	if err := os.RemoveAll(filepath.Join(dir, saidDir)); err != nil {
		t.Fatal(err)
	}
	w = begin(0, false)
	if got := w.consoleCommand("search 1h"); !strings.Contains(got, "chat_history_days") {
		t.Errorf("%q", got)
	}
	w.close()
	if _, err := os.Stat(filepath.Join(dir, saidDir)); err == nil {
		t.Error("it is kept all the same")
	}
	t.Logf("%d searches over 4 starts", asked+2)
}
