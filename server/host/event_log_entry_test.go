package host

import (
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/transport"
	"voxtide/transport/reliable"
)

// findLine returns the first line of a log that contains all of some texts, "" if there is none yet.
func findLine(log *lockedBuffer, texts ...string) string {
	for line := range strings.SplitSeq(log.String(), "\n") {
		if !slices.ContainsFunc(texts, func(t string) bool { return !strings.Contains(line, t) }) {
			return line
		}
	}
	return ""
}

// TestWhoWasNotLetIn: the log says of each player who joins, and of each who is not let in, from which address and with which key, and why;
// hashed, two from one address have one number, and no address is named. Carl, who is banned by address, does not come back from there with
// another key, and does from another address.
func TestWhoWasNotLetIn(t *testing.T) {
	defer checkLeaks(t)
	for _, hashed := range []bool{false, true} {
		var log lockedBuffer
		h, at := openHost(t, t.TempDir(), func(c *Config) {
			c.HashAddresses, c.Log = hashed, slog.New(slog.NewTextHandler(&log, nil))
		})
		come := func(name, from string) *client.Client {
			return client.New(client.Config{Name: name, Dial: func() transport.Conn {
				pc, err := net.ListenPacket("udp4", from+":0")
				if err != nil {
					t.Error(err)
					return nil
				}
				return reliable.Dial(pc, at, dialConfig(name))
			}})
		}
		until := func(c *client.Client, what string, over func() bool) {
			t.Helper()
			for end := time.Now().Add(time.Minute); !over(); time.Sleep(10 * time.Millisecond) {
				if c.Frame(Monotonic(), client.Input{}); time.Now().After(end) {
					t.Fatalf("hashed %v: never %s; the log is %s", hashed, what, log.String())
				}
			}
		}
		order := func(line string) {
			over := make(chan bool)
			h.Do(func(s *server.Server) { s.RunCommand(admin.Console, line, func([]string) { close(over) }) })
			<-over
		}
		carl := come("carl", "127.0.0.1")
		until(carl, "carl joined", func() bool { return findLine(&log, "player joined", "player=carl", "address=", "key=") != "" })
		order("ban-ip carl 2h spam")
		until(carl, "carl ended", func() bool { return findLine(&log, "session ended", "player=carl", "banned: spam") != "" })
		again := come("carla", "127.0.0.1")
		until(again, "carla refused", func() bool {
			return findLine(&log, "not let in", "player=carla", "banned for another 2h: spam", "address=", "key=") != ""
		})
		elsewhere := come("carlo", "127.0.0.2")
		until(elsewhere, "carlo joined", func() bool { return findLine(&log, "player joined", "player=carlo", "address=") != "" })
		word := func(line string) string {
			_, rest, _ := strings.Cut(line, "address=")
			out, _, _ := strings.Cut(rest, " ")
			return out
		}
		first, second, third := word(findLine(&log, "player joined", "player=carl ")), word(findLine(&log, "not let in")), word(findLine(&log, "player=carlo"))
		t.Logf("hashed %v: carl from %s, carla from %s, carlo from %s", hashed, first, second, third)
		if first != second || first == third {
			t.Errorf("hashed %v: %s and %s are of one address, %s is of another", hashed, first, second, third)
		}
		if named := findLine(&log, "127.0.0.1") != ""; named == hashed {
			t.Errorf("hashed %v: an address is named: %v", hashed, named)
		}
		for _, c := range []*client.Client{carl, again, elsewhere} {
			c.Leave()
		}
		if err := h.Close(protocol.ReasonStopping.String()); err != nil {
			t.Error(err)
		}
	}
}

// TestRejectionsAreBounded: strangers who are not let in cannot fill the log: a second has rejectionsEach lines, and the next one says how many
// more there were.
func TestRejectionsAreBounded(t *testing.T) {
	var log lockedBuffer
	w := newEventLog(slog.New(slog.NewTextHandler(&log, nil)), nil)
	for range 200 {
		w.Rejected(access.Origin{}, "x", "the server is full")
	}
	w.rejections.since = time.Now().Add(-time.Minute)
	w.Rejected(access.Origin{}, "last", "banned")
	w.close()
	lines := strings.Count(log.String(), "player=x")
	if lines < rejectionsEach || lines > 3*rejectionsEach || findLine(&log, "player=last", "others before", "banned") == "" {
		t.Errorf("%d lines: %s", lines, findLine(&log, "player=last"))
	}
}
