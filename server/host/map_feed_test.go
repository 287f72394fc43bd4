package host

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/world"
)

// fetch gets a page of the map.
func fetch(t *testing.T, url string) []byte {
	t.Helper()
	c := http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
	r, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", url, r.StatusCode, err)
	}
	return b
}

// TestMap: the map of a running world shows its players and, soon, new blocks; its history shows the place as it was; without
// permission it shows no player; it ends with the world.
func TestMap(t *testing.T) {
	defer checkLeaks(t)
	h, at := openHost(t, t.TempDir(), nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.ServeMap(l, MapShows{Players: true}); err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	if h.mapFeed.playing.Load() {
		t.Error("the map rests for nobody")
	}
	ann := join(t, "ann", at)
	for end := time.Now().Add(time.Minute); !ann.Playable(); {
		play(t, []*testClient{ann}, 50*time.Millisecond, 10*time.Millisecond)
		if time.Now().After(end) {
			t.Fatal("ann never plays")
		}
	}
	if !h.mapFeed.playing.Load() {
		t.Error("the map does not know that ann plays")
	}
	e, _ := ann.Avatar()
	var live struct {
		Version string
		All     bool
		Tiles   [][3]int32
		Players []struct {
			Name string
			X, Z int32
		}
	}
	ask := func(since string) {
		live.Tiles, live.Players, live.All = nil, nil, false
		if err := json.Unmarshal(fetch(t, url+"/live.json?since="+since), &live); err != nil {
			t.Fatal(err)
		}
	}
	ask("0")
	if p := e.Motion.Pos.Block(); len(live.Players) != 1 || live.Players[0].Name != "ann" || live.Players[0].X != p.X || live.Players[0].Z != p.Z {
		t.Errorf("%+v, ann is at %v", live, p)
	}
	time.Sleep(2100 * time.Millisecond) // the past is told by the second
	since, then := live.Version, time.Now().UnixMilli()
	var cell world.Pos
	tries := 0
	for placed := false; !placed; tries++ {
		cell = e.Motion.Pos.Block()
		cell.X, cell.Y = cell.X+2, cell.Y+2-int32(tries%5)
		ann.in.Actions = []actions.Action{{Kind: actions.Place, Pos: cell, Face: world.Down, Aim: actions.Aim{8, 14, 8}}}
		ann.Frame(Monotonic(), ann.in)
		ann.in.Actions = nil
		play(t, []*testClient{ann}, 100*time.Millisecond, 10*time.Millisecond)
		h.Do(func(s *server.Server) {
			b, _ := s.World().Block(cell)
			placed = b == world.Stone
		})
		if tries > 40 {
			t.Fatal("nothing can be placed")
		}
	}
	begin := time.Now()
	for len(live.Tiles) == 0 {
		if ask(since); live.All || time.Since(begin) > time.Minute { // make map-test holds it to 2 s
			t.Fatalf("%v after it was placed: %+v", time.Since(begin), live)
		}
	}
	tile := url + "/tiles/0/0/0.png"
	time.Sleep(2 * time.Second) // the last second is the present
	if live.Tiles[0][1] != cell.X>>8 || live.Tiles[0][2] != cell.Z>>8 {
		t.Errorf("%v changed at %v", live.Tiles, cell)
	}
	if cell.X>>8 == 0 && cell.Z>>8 == 0 && string(fetch(t, tile)) == string(fetch(t, tile+"?t="+jsonNumber(then))) {
		t.Error("the past is as the present")
	}
	if c := h.MapCounts(); c.Edits == 0 || c.Drawn == 0 {
		t.Errorf("%+v", c)
	}
	ann.Leave()
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
	if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	if err := h.ServeMap(l, MapShows{}); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	time.Sleep(200 * time.Millisecond)
}

func jsonNumber(n int64) string {
	b, _ := json.Marshal(n)
	return string(b)
}
