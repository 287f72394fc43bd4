package host

import (
	"crypto/ed25519"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// TestVisitsAfterRestart: after the server was started again it knows who was here, who was not let in and who else came from there, and a ban
// by address still counts, also where no address is kept: then none is in any file of the world or in the log, and the ban is written as a hash.
func TestVisitsAfterRestart(t *testing.T) {
	defer checkLeaks(t)
	for _, hashed := range []bool{false, true} {
		dir := t.TempDir()
		var log lockedBuffer
		key := secure.NewSecret(ed25519.NewKeyFromSeed([]byte("a secret key of the test server!")))
		begin := func(hashed bool) (h *Host, at net.Addr, order func(line string) string) {
			h, at = openHost(t, dir, func(c *Config) {
				c.HashAddresses, c.Secret, c.Log = hashed, key, slog.New(slog.NewTextHandler(&log, nil))
				c.Rules.Policy.AddressDays = 90
			})
			return h, at, func(line string) string {
				answer := make(chan string, 1)
				h.Do(func(s *server.Server) {
					s.RunCommand(admin.Console, line, func(lines []string) { answer <- strings.Join(lines, "\n") })
				})
				return <-answer
			}
		}
		// come joins from an address and leaves, or is turned away: it returns why.
		come := func(at net.Addr, name, from string) string {
			c := client.New(client.Config{Name: name, Dial: func() transport.Conn {
				pc, err := net.ListenPacket("udp4", from+":0")
				if err != nil {
					t.Error(err)
					return nil
				}
				return reliable.Dial(pc, at, dialConfig(name))
			}})
			for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
				c.Frame(Monotonic(), client.Input{})
				if c.State() == client.Ended {
					return c.Reason()
				}
				if c.State() == client.Playing {
					c.Leave()
					return ""
				}
				if time.Now().After(end) {
					t.Fatalf("%s never comes in; the log is %s", name, log.String())
				}
			}
		}
		end := func(h *Host) {
			if err := h.Close("the end"); err != nil {
				t.Fatal(err)
			}
		}
		h, at, order := begin(false)
		if why := come(at, "carl", "127.0.0.1"); why != "" {
			t.Fatal(why)
		}
		if got := order("ban-ip carl 2h spam"); !strings.Contains(got, "127.0.0.1 is banned") {
			t.Errorf("%q", got)
		}
		end(h)

		h, at, order = begin(hashed)
		if why := come(at, "karl", "127.0.0.1"); !strings.Contains(why, "banned for another 2h: spam") {
			t.Errorf("hashed %v: a new key comes in from a banned address after a restart: %q", hashed, why)
		}
		if why := come(at, "dora", "127.0.0.2"); why != "" {
			t.Errorf("hashed %v: from elsewhere: %q", hashed, why)
		}
		record := order("record carl")
		for _, want := range []string{"came in from 127.0.0.1, key ", "ban-ip, by the console: until "} {
			if !strings.Contains(record, want) {
				t.Errorf("hashed %v: the record lacks %q: %s", hashed, want, record)
			}
		}
		if got := order("record karl"); !strings.Contains(got, "was not let in from ") || !strings.Contains(got, ": banned for another 2h: spam") {
			t.Errorf("hashed %v: %q", hashed, got)
		}
		bans := order("bans")
		if strings.Contains(bans, "hashed-") != hashed || strings.Contains(bans, "127.0.0.1") == hashed {
			t.Errorf("hashed %v: %q", hashed, bans)
		}
		if hashed {
			text, _ := os.ReadFile(filepath.Join(dir, peopleFileName))
			if strings.Contains(string(text), "127.0.0.1") || !strings.Contains(string(text), "hashed-") {
				t.Errorf("the file names an address: %s", text)
			}
			_, sum, _ := strings.Cut(bans, "hashed-")
			sum, _, _ = strings.Cut(sum, " ")
			if got := order("unban-ip hashed-" + sum); !strings.Contains(got, "may come in again") {
				t.Errorf("%q", got)
			}
			if got := order("ban-ip hashed-" + sum + " spam"); !strings.Contains(got, "is banned until "+time.Now().AddDate(0, 0, 90).UTC().Format("2006-01-02")) { // address_days
				t.Errorf("%q", got)
			}
			if why := come(at, "karl", "127.0.0.1"); !strings.Contains(why, "banned") {
				t.Errorf("banned by its hash, and comes in: %q", why)
			}
			end(h)
			h, at, order = begin(hashed)
			if why := come(at, "dan", "127.0.0.2"); why != "" {
				t.Error(why)
			}
			if got := order("record dan"); !strings.Contains(got, "came in from hashed-") || strings.Contains(got, "127.0.0") {
				t.Errorf("%q", got)
			}
		} else {
			end(h)
			h, at, order = begin(hashed)
			order("unban-ip 127.0.0.1")
			if why := come(at, "karl", "127.0.0.1"); why != "" {
				t.Error(why)
			}
		}
		others := map[bool]string{false: "came also: karl", true: "came also: dan"}[hashed]
		if got := order("alts " + map[bool]string{false: "carl", true: "dora"}[hashed]); !hashed && !strings.Contains(got, others) {
			t.Errorf("hashed %v: %q", hashed, got)
		}
		t.Logf("hashed %v: %s", hashed, strings.ReplaceAll(record, "\n", "|"))
		end(h)
	}
}
