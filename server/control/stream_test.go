package control

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"voxtide/server/events"
)

// follow reads the kinds of events of a stream until n came.
func follow(t *testing.T, body io.Reader, n int) (got []events.Event) {
	t.Helper()
	lines := bufio.NewScanner(body)
	for len(got) < n && lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			var e events.Event
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				t.Fatal(err)
			}
			got = append(got, e)
		}
	}
	return got
}

// TestStreams: events come as an event stream and as a websocket: those that the caller may see, in order, from where the caller was.
func TestStreams(t *testing.T) {
	k := open(t)
	publish := func() {
		for i := range 5 {
			k.world.log.Publish(events.Event{Kind: events.Join, Player: fmt.Sprint("p", i), Address: "192.0.2.7", Key: "5fa3"})
			k.world.log.Publish(events.Event{Kind: events.Command, Player: "ann", Text: "op ann"})
			k.world.log.Publish(events.Event{Kind: events.Frozen, Text: "the disk is full"})
		}
	}
	publish()
	for _, c := range []struct {
		who, query, want string
		n                int
	}{
		{"bridge", "?after=0", "[1 join p0 4 join p1 7 join p2 10 join p3 13 join p4]", 5}, {"mod", "?after=12", "[13 join p4 192.0.2.7 14 command ann]", 2},
		{"op", "?after=9&kinds=frozen,join", "[10 join p3 192.0.2.7 12 frozen  13 join p4 192.0.2.7 15 frozen ]", 4},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		r, _ := http.NewRequestWithContext(ctx, "GET", k.url+"/v1/events"+c.query, nil)
		r.Header.Set("Authorization", "Bearer "+k.secret[c.who])
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		overHTTP := words(follow(t, resp.Body, c.n))
		resp.Body.Close()
		ws, _, err := websocket.Dial(ctx, strings.Replace(k.url, "http", "ws", 1)+"/v1/events"+c.query, &websocket.DialOptions{Subprotocols: []string{"voxtide.v1", "bearer." + k.secret[c.who]}})
		if err != nil {
			t.Fatal(err)
		}
		var all []events.Event
		for range c.n {
			_, b, err := ws.Read(ctx)
			if err != nil {
				t.Fatal(err)
			}
			var e events.Event
			json.Unmarshal(b, &e)
			all = append(all, e)
		}
		ws.CloseNow()
		cancel()
		if overWS := words(all); overHTTP != c.want || overWS != c.want {
			t.Errorf("%s%s:\n%s\n%s, not\n%s", c.who, c.query, overHTTP, overWS, c.want)
		}
	}
	if code, _ := k.ask("GET", "/v1/events?kinds=dance", "op", ""); code != 400 {
		t.Error(code)
	}
}

func words(all []events.Event) string {
	var out []string
	for _, e := range all {
		out = append(out, strings.TrimSuffix(fmt.Sprintf("%d %s %s %s", e.Number, e.Kind, e.Player, e.Address), " "))
	}
	return "[" + strings.Join(out, " ") + "]"
}

// TestStreamsBounded: a token has a bounded number of streams, and one that ends makes room.
func TestStreamsBounded(t *testing.T) {
	k := open(t)
	var ends []func()
	begin := func() int {
		ctx, cancel := context.WithCancel(context.Background())
		r, _ := http.NewRequestWithContext(ctx, "GET", k.url+"/v1/events", nil)
		r.Header.Set("Authorization", "Bearer "+k.secret["op"])
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, func() { cancel(); resp.Body.Close() })
		return resp.StatusCode
	}
	for i := range streamsEach {
		if code := begin(); code != 200 {
			t.Fatal(i, code)
		}
	}
	if code := begin(); code != 429 {
		t.Error("one more:", code)
	}
	ends[0]()
	for end := time.Now().Add(20 * time.Second); begin() != 200; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no room after one has ended")
		}
	}
	for _, f := range ends {
		f()
	}
}
