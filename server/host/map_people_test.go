package host

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"voxtide/server"
	"voxtide/server/livemap"
)

// TestMapOfPeople: the map shows claims and regions where it is to, and no player who is vanished or said "map hide".
func TestMapOfPeople(t *testing.T) {
	defer checkLeaks(t)
	h, at := openHost(t, t.TempDir(), nil)
	listen := func(h *Host, show MapShows) string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if err := h.ServeMap(l, show); err != nil {
			t.Fatal(err)
		}
		return "http://" + l.Addr().String()
	}
	url := listen(h, MapShows{Players: true, Regions: true})
	w := &playersFixture{t: t, h: h, timeout: time.Minute}
	ann, bob := w.join("ann"), join(t, "bob", at)
	w.clients = append(w.clients, bob)
	w.playUntil("in the world", func() bool { return ann.Playable() && bob.Playable() })
	h.Do(func(s *server.Server) {
		for _, p := range s.Players(nil) { // somebody of whom something is kept
			s.RunCommand(consoleIssuer, "gamemode survival "+p.Name, func([]string) {})
			s.RunCommand(consoleIssuer, "tp "+p.Name+" 0 300 0", func([]string) {})
		}
	})
	shown := func() string {
		w.play(600 * time.Millisecond)
		var live struct {
			Players []struct{ Name string }
			Hidden  int
		}
		if err := json.Unmarshal(fetch(t, url+"/live.json"), &live); err != nil {
			t.Fatal(err)
		}
		names := []string{fmt.Sprint(live.Hidden)}
		for _, p := range live.Players {
			names = append(names, p.Name)
		}
		return strings.Join(names, " ")
	}
	w.playUntil("on the map", func() bool { s := shown(); return strings.Contains(s, "ann") && strings.Contains(s, "bob") })
	w.chatCommand(ann, "/vanish", "you are vanished")
	if got := shown(); got != "0 bob" {
		t.Errorf("ann is vanished: %s", got)
	}
	w.chatCommand(bob, "/map hide", "the map does not show you")
	if got := shown(); got != "0" {
		t.Errorf("bob hides: %s", got)
	}
	w.chatCommand(bob, "/map show", "the map shows you")
	w.chatCommand(ann, "/vanish", "everybody sees you")
	if got := shown(); !strings.Contains(got, "ann") || !strings.Contains(got, "bob") {
		t.Errorf("both are seen again: %s", got)
	}
	w.consoleCommand("claim 4 100 70 -100 bob")
	w.consoleCommand("claim box 200 -5 200 210 9 190 bob")
	w.consoleCommand("region add mill 10 60 10 30 80 20")
	var areas []livemap.Area
	if err := json.Unmarshal(fetch(t, url+"/regions.json"), &areas); err != nil || len(areas) != 3 {
		t.Fatalf("%+v, %v", areas, err)
	}
	if areas[0] != (livemap.Area{Name: "bob", Claim: true, Low: [2]int32{96, -104}, High: [2]int32{104, -96}}) || areas[2] != (livemap.Area{Name: "mill", Low: [2]int32{10, 10}, High: [2]int32{30, 20}}) {
		t.Errorf("%+v", areas)
	}
	if a := areas[1]; a.Heights == nil || *a.Heights != [2]int32{-5, 9} || a.Low != [2]int32{200, 190} || a.High != [2]int32{210, 200} {
		t.Errorf("a claim with heights: %+v", a)
	}
	w.close()
	bob.conn.Close("over")

	h, _ = openHost(t, t.TempDir(), nil)
	url = listen(h, MapShows{})
	r, err := http.Get(url + "/regions.json")
	if err != nil || r.StatusCode != http.StatusNotFound {
		t.Errorf("a map that shows none: %v, %v", r, err)
	}
	r.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if !strings.Contains(string(fetch(t, url+"/world.json")), `"regions":false`) {
		t.Error("it says that it shows regions")
	}
	if err := h.Close("over"); err != nil {
		t.Error(err)
	}
}

// TestMapIdlers: 128 connections of one address that ask for nothing leave the map open to a second address, and to the first.
func TestMapIdlers(t *testing.T) {
	defer checkLeaks(t)
	h, _ := openHost(t, t.TempDir(), nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.ServeMap(l, MapShows{}); err != nil {
		t.Fatal(err)
	}
	from := func(address string) *net.Dialer {
		return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}, Timeout: 5 * time.Second}
	}
	var idle []net.Conn
	defer func() {
		for _, c := range idle {
			c.Close()
		}
	}()
	for i := range 128 {
		c, err := from("127.0.0.2").Dial("tcp", l.Addr().String())
		if err != nil {
			t.Skipf("this machine has no second address: %v", err)
		}
		if i%2 == 0 {
			io.WriteString(c, "GET /world.json HTTP/1.1\r\nHost: 127.0") // half of a question
		}
		idle = append(idle, c)
	}
	longest := time.Duration(0)
	for _, address := range []string{"127.0.0.3", "127.0.0.2", "127.0.0.3"} {
		begun := time.Now()
		d := from(address)
		c := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true,
			DialContext: func(ctx context.Context, network, to string) (net.Conn, error) {
				return d.DialContext(ctx, network, to)
			}}}
		r, err := c.Get("http://" + l.Addr().String() + "/world.json")
		if err != nil {
			t.Fatalf("%s beside %d idlers: %v", address, len(idle), err)
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != http.StatusOK || !strings.Contains(string(body), "spawn") {
			t.Errorf("%s: %d, %v", address, r.StatusCode, err)
		}
		longest = max(longest, time.Since(begun))
	}
	t.Logf("beside 128 idlers an answer took %v at most", longest)
	if err := h.Close("over"); err != nil {
		t.Error(err)
	}
}
