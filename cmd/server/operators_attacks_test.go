package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// door is an endpoint of a server for machines or browsers.
type door struct {
	name, at string
	path     string // that is answered; "" for RCON
}

// TestDoorsUnderAttack: map, metrics, control and RCON of a server in a process of its own, attacked as strangers do: names of pages that lead to this
// machine, paths and numbers that lead nowhere, half requests without end, guesses of secrets, frames of any length. None gets what is not for it,
// none keeps another address waiting, and a player beside it all is not corrected without a cause.
func TestDoorsUnderAttack(t *testing.T) {
	v := newVillage(t, "map = \"127.0.0.1:0\"\nmetrics = \"127.0.0.1:0\"\ncontrol = \"local 127.0.0.1:0\"\nrcon = \"127.0.0.1:0\"\n")
	doors := []door{
		{"map", v.log.wait(t, `"serving the map","at":"http://([^/"]+)`), "/world.json"},
		{"metrics", v.log.wait(t, `"serving metrics","at":"http://([^/"]+)`), "/metrics"},
		{"control", v.log.wait(t, `"at":"http://(\S+)/admin"`), "/admin"},
		{"rcon", v.log.wait(t, `by RCON","at":"(\S+?)"`), ""},
	}
	ann := visit(t, v.at, "ann", "ann", "127.0.0.21")
	ann.plays(t)
	attacks := 0
	for _, d := range doors {
		if d.path != "" {
			attacks += d.otherNames(t) + d.oddRequests(t)
		}
		attacks += d.halfRequests(t)
	}
	attacks += guesses(t, v, doors[2], doors[3]) + oddFrames(t, doors[3].at)
	if got := v.ctl("stats"); !strings.Contains(got, "(0 unexplained)") || !strings.Contains(got, "0 ended for a reason") {
		t.Error(got)
	}
	if err := v.stop(); err != nil {
		t.Errorf("the server ends with %v", err)
	}
	t.Logf("%d attacks on %d doors", attacks, len(doors))
}

// dialFrom connects from a loopback address.
func dialFrom(from, to string) (net.Conn, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 10 * time.Second}
	return d.DialContext(context.Background(), "tcp", to)
}

// raw sends bytes from an address and returns the first line of the answer, "" for none.
func (d door) raw(t *testing.T, from, text string) string {
	t.Helper()
	c, err := dialFrom(from, d.at)
	if err != nil {
		t.Fatalf("%s: %v", d.name, err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(20 * time.Second))
	io.WriteString(c, text)
	line, _ := bufio.NewReader(c).ReadString('\n')
	return strings.TrimSpace(line)
}

// otherNames asks under names that a page's own server may lead here.
func (d door) otherNames(t *testing.T) int {
	names := []string{"evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example.", "127.0.0.1@evil.example", "xn--e1afmkfd"}
	for _, name := range names {
		got := d.raw(t, "127.0.0.1", fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", d.path, name))
		if strings.Contains(got, " 200 ") {
			t.Errorf("%s answers for %q: %s", d.name, name, got)
		}
	}
	if got := d.raw(t, "127.0.0.1", fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", d.path, d.at)); !strings.Contains(got, " 200 ") {
		t.Errorf("%s does not answer for its own address: %s", d.name, got)
	}
	return len(names)
}

// oddRequests asks for what is not there.
func (d door) oddRequests(t *testing.T) int {
	all := []string{"GET /../../etc/passwd", "GET /%2e%2e/%2e%2e/server.key", "GET /..%2fserver.key", "GET //server.key", "GET /tiles/0/1000000000/0.png?t=1e20", "GET /live.json?since=-1", "GET /at.json?x=1e99",
		"GET /regions.json?x=%00", "DELETE " + d.path, "TRACE " + d.path, "CONNECT evil.example:80", "GET " + strings.Repeat("/a", 5000), "GET /debug/pprof/heap", "POST /v1/command", "GET /v1/events?after=99999999999999999999"}
	for _, r := range all {
		got := d.raw(t, "127.0.0.1", r+" HTTP/1.1\r\nHost: "+d.at+"\r\nConnection: close\r\nX: "+strings.Repeat("y", 100)+"\r\n\r\n")
		if strings.Contains(got, " 200 ") && !strings.HasPrefix(r, "GET /live.json") && !strings.HasPrefix(r, "GET //") || strings.Contains(got, " 500 ") {
			t.Errorf("%s: %.40s: %s", d.name, r, got)
		}
	}
	if got := d.raw(t, "127.0.0.1", "GET "+d.path+" HTTP/1.1\r\nHost: "+d.at+"\r\nX: "+strings.Repeat("y", 2<<20)+"\r\n\r\n"); strings.Contains(got, " 200 ") {
		t.Errorf("%s takes a header of two megabytes: %s", d.name, got)
	}
	return len(all) + 1
}

// halfRequests opens as many connections as one address can and says half of something on each; meanwhile another address is answered.
func (d door) halfRequests(t *testing.T) int {
	var open []net.Conn
	defer func() {
		for _, c := range open {
			c.Close()
		}
	}()
	half := "GET " + d.path + " HTTP/1.1\r\nHost: "
	if d.path == "" {
		half = "\x20\x00\x00"
	}
	for range 128 {
		c, err := dialFrom("127.0.0.66", d.at)
		if err != nil {
			break
		}
		io.WriteString(c, half)
		open = append(open, c)
	}
	begin := time.Now()
	if d.path == "" {
		c, err := dialFrom("127.0.0.67", d.at)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, c)
		c.SetDeadline(time.Now().Add(10 * time.Second))
		c.Write([]byte{11, 0, 0, 0, 7, 0, 0, 0, 3, 0, 0, 0, 'x', 0, 0})
		if n, err := io.ReadAtLeast(c, make([]byte, 12), 12); err != nil {
			t.Errorf("%s is not answered beside %d half frames: %d bytes, %v", d.name, len(open), n, err)
		}
	} else if got := d.raw(t, "127.0.0.67", "GET "+d.path+" HTTP/1.1\r\nHost: "+d.at+"\r\nConnection: close\r\n\r\n"); !strings.Contains(got, " 200 ") {
		t.Errorf("%s is not answered beside %d half requests: %q", d.name, len(open), got)
	}
	took := time.Since(begin)
	if took > 2*time.Second {
		t.Errorf("%s answers after %v beside %d half requests", d.name, took, len(open))
	}
	t.Logf("%s: %d half requests from one address; another one is answered in %v", d.name, len(open), took.Round(time.Millisecond))
	return len(open)
}

// guesses shows wrong secrets: after some of them an address is not listened to, with the right one neither, and others are.
func guesses(t *testing.T, v *village, web, panels door) int {
	secret := v.token("panel", "moderator")
	request := func(from, token string) string {
		return web.raw(t, from, fmt.Sprintf("GET /v1/players HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n", web.at, token))
	}
	n, late := 0, 0
	for range 40 {
		n++
		if got := request("127.0.0.70", "wrong"+fmt.Sprint(n)); strings.Contains(got, " 429 ") {
			late++
		} else if !strings.Contains(got, " 401 ") {
			t.Errorf("a wrong secret: %s", got)
		}
	}
	if got := request("127.0.0.70", secret); !strings.Contains(got, " 429 ") || late == 0 {
		t.Errorf("after %d guesses, %d of them not listened to, the right one: %s", n, late, got)
	}
	if got := waitFor(t, func() string { return request("127.0.0.71", secret) }, " 200 "); !strings.Contains(got, " 200 ") { // a new token counts within a second
		t.Errorf("another address: %s", got)
	}
	r, _ := http.NewRequest("POST", "http://"+web.at+"/v1/command", strings.NewReader(`{"line":"list"}`))
	r.Header.Set("Authorization", "Bearer "+secret)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", "http://evil.example")
	resp, err := http.DefaultClient.Do(r)
	if err != nil || resp.StatusCode < 400 {
		t.Errorf("a page of another server gives commands: %v, %v", resp, err)
	}
	t.Logf("%d guesses, %d of them not listened to", n, late)
	return n + 1
}

// oddFrames sends frames of RCON of any length and kind.
func oddFrames(t *testing.T, at string) (n int) {
	for _, b := range [][]byte{{0xff, 0xff, 0xff, 0x7f}, {0xff, 0xff, 0xff, 0xff}, {0, 0, 0, 0}, {9, 0, 0, 0, 1}, {10, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0}, {14, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 'l', 'i', 's', 't', 0, 0},
		[]byte("GET / HTTP/1.1\r\n\r\n"), {0x16, 3, 1, 2, 0, 1}, make([]byte, 1<<16)} {
		c, err := dialFrom("127.0.0.72", at)
		if err != nil {
			t.Fatal(err)
		}
		c.SetDeadline(time.Now().Add(3 * time.Second))
		c.Write(b)
		got, _ := io.ReadAll(c)
		if strings.Contains(string(got), "players") {
			t.Errorf("% x is answered %q", b[:min(len(b), 18)], got)
		}
		c.Close()
		n++
	}
	return n
}
