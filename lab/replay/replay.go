// Package replay plays a recorded session under another method: the same inputs at the same times, on the land that the recording's
// client received, over a network with the recorded conditions.
//
// Job: Under reads a recording twice: once with a real client, frame for frame (package client/recording), to learn the land, the
// inputs and where the own body was drawn; and then with the real server and a real client on a stage. Owner: its caller, one
// goroutine; no clock is read. Invariants: the land is what was received first of each section, so that what the player did himself is
// done again by the inputs; what others did is not.
package replay

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"sort"
	"time"

	"voxtide/client"
	"voxtide/client/recording"
	"voxtide/internal/stats"
	"voxtide/lab/profile"
	"voxtide/lab/stage"
	"voxtide/lab/tape"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// ErrNotPlayed means that the recording ends before its player could play.
var ErrNotPlayed = errors.New("replay: the player of the recording never got into the world")

// Config is what to play.
type Config struct {
	Method  string // in text form; "" is the recorded one
	Network string // as lab/profile reads it; "" is the recorded one, or one with the recorded round trip
}

// Result is what another method has shown of a recorded play.
type Result struct {
	Recorded recording.Result
	Method   string
	Network  string
	Length   time.Duration // of the play
	Frames   int
	Stats    client.Stats
	Unacked  int     // most
	Sections int     // of the land
	Apart    [3]int  // between the own body drawn here and there, in cm: median, 99th percentile, most
	Hash     uint64  // of the stage at the end
	Changes  int     // blocks that stand otherwise at the end than on the land
	End      float64 // in cm, between the last places
}

// play is what a recording tells of a play: from the frame on in which its player could first play.
type play struct {
	begun    bool
	zero     int64 // the time of that frame on the own stream, in µs: the play's times count from it
	last     int64 // the time of the last frame on the own stream
	home     world.Vec
	creative bool
	bag      []world.Stack
	track    tape.Track
	path     []place
	land     map[world.SectionPos]*world.Section
	count    int
	trips    []time.Duration
}

// place is where the own body was drawn at a time of the play.
type place struct {
	at  time.Duration
	pos [3]float64
}

// Frame implements recording.Looker.
func (p *play) Frame(_ time.Duration, in *client.Input, c *client.Client, sc *scene.Scene) {
	if !p.begun && !p.begin(sc, c) {
		return
	}
	if n := c.SectionCount(); n != p.count {
		p.count = n
		c.InspectReceived(func(w *world.World) {
			for _, at := range w.AppendSections(nil) {
				if p.land[at] == nil {
					p.land[at] = w.Section(at).Clone()
				}
			}
		})
	}
	// An input counts from just after the frame before it: so does the one that a stage's frame takes.
	at := time.Duration(p.last-p.zero)*time.Microsecond + frameTime
	p.last = max(p.last, sc.Time)
	p.track.Record(at, in.Keys, in.Yaw, int16(math.Round(max(-90, min(90, in.Pitch))*100)), in.Actions)
	if sc.OwnEntity.ID != 0 {
		p.path = append(p.path, place{time.Duration(sc.Time-p.zero) * time.Microsecond, sc.OwnEntity.Drawn})
	}
	if trip := c.RoundTrip(); trip > 0 {
		p.trips = append(p.trips, trip)
	}
}

// begin notes where and with what the player begins, if it can play.
func (p *play) begin(sc *scene.Scene, c *client.Client) bool {
	e, ok := c.Avatar()
	if !ok || !c.Playable() {
		return false
	}
	p.begun, p.zero, p.last, p.home, p.creative = true, sc.Time, sc.Time, e.Motion.Pos, e.Motion.Flags&world.Creative != 0
	p.land = map[world.SectionPos]*world.Section{}
	p.bag = []world.Stack{}
	if player := c.World().Player(c.Stream()); player != nil {
		p.bag = append(p.bag, player.Slots[:]...)
	}
	return true
}

// section returns a section of the land: where nothing was received, air.
func (p *play) section(at world.SectionPos) *world.Section {
	if s := p.land[at]; s != nil {
		return s.Clone()
	}
	return world.NewSection(world.Air)
}

// drawnAt returns where the own body was drawn at a time of the recorded play.
func (p *play) drawnAt(at time.Duration) (pos [3]float64, ok bool) {
	i := sort.Search(len(p.path), func(i int) bool { return p.path[i].at > at })
	if i == 0 || i == len(p.path) {
		return pos, false
	}
	a, b := &p.path[i-1], &p.path[i]
	share := float64(at-a.at) / float64(b.at-a.at)
	for k := range pos {
		pos[k] = a.pos[k] + (b.pos[k]-a.pos[k])*share
	}
	return pos, true
}

// network returns the network to play over, and how it is called.
func (p *play) network(cfg *Config, recorded []string) (profile.Profile, error) {
	text := cfg.Network
	if text == "" && len(recorded) > 0 {
		text = recorded[0]
	}
	if text == "" {
		text = fmt.Sprintf("%v:0s:0%%", stats.Percentile(p.trips, 50).Round(100*time.Microsecond))
	}
	return profile.Parse(text)
}

// Under plays a recording under another method.
func Under(file []byte, cfg Config) (r Result, err error) {
	var p play
	if r.Recorded, err = recording.Replay(bytes.NewReader(file), &p); err != nil {
		return r, err
	}
	if !p.begun || len(p.path) == 0 {
		return r, ErrNotPlayed
	}
	r.Method = cfg.Method
	if r.Method == "" {
		r.Method = r.Recorded.Config.Method
	}
	method, err := client.ParseMethod(r.Method)
	if err != nil {
		return r, fmt.Errorf("replay: %w", err)
	}
	network, err := p.network(&cfg, r.Recorded.Networks)
	if err != nil {
		return r, err
	}
	r.Method, r.Network, r.Sections = method.String(), network.Name, len(p.land)
	return r, p.stage(&r, network)
}

// frameTime is the time between two frames of the stage: short, so that every input happens within 4 ms of its own time, and that
// no key is pressed and released between two frames. An input that is a frame late is centimetres of a path, and centimetres decide
// whether a body passes an edge.
const frameTime = time.Second / 240

// stage plays the tape on a stage.
func (p *play) stage(r *Result, network profile.Profile) error {
	of := &tape.Tape{Tracks: []tape.Track{p.track}}
	player := tape.NewPlayer(of, 0)
	var apart []float64
	var s *stage.Stage
	var begin time.Duration // of the play, in stage time
	s, err := stage.New(stage.Config{
		FrameTime: frameTime, Players: 1, Creative: p.creative, Inventory: p.bag, Methods: []string{r.Method},
		Land:  stage.Land{Section: p.section, Spawn: func(int) world.Vec { return p.home }},
		Links: []stage.Links{{Up: network.Up, Down: network.Down}},
		Hooks: stage.Hooks{
			Input: func(_ int, now time.Duration, in *client.Input) {
				held, done := player.Frame(now-begin, in.Actions[:0])
				*in = client.Input{Keys: held.Keys, Yaw: held.Yaw, Pitch: held.Pitch, Actions: done}
			},
			Frame: func(_ int, now time.Duration, sc *scene.Scene) {
				r.Frames++
				r.Unacked = max(r.Unacked, sc.Unacked)
				if was, ok := p.drawnAt(now - begin); ok {
					apart = append(apart, distance(was, sc.OwnEntity.Drawn))
				}
			},
		},
	})
	if err != nil {
		return err
	}
	// The ticks must fall between the inputs as they did in the recording.
	zero := timestream.Time(p.zero)
	begin = time.Duration(s.Clock(0).NextTick().Sub(s.Clock(0))-zero.NextTick().Sub(zero)) * time.Microsecond
	if begin < 0 {
		begin += time.Duration(timestream.TickLength) * time.Microsecond
	}
	r.Length = p.path[len(p.path)-1].at
	s.Step(begin + r.Length)
	r.Stats, r.Hash = s.Client(0).Stats(), s.Hash()
	for i, n := range []int{50, 99, 100} {
		r.Apart[i] = int(math.Round(stats.Percentile(apart, n) * 100))
	}
	if n := len(apart); n > 0 {
		r.End = apart[n-1] * 100
	}
	r.Changes = p.changes(s.ServerWorld())
	return nil
}

// changes counts the blocks of the land that stand otherwise in a world.
func (p *play) changes(w *world.World) (n int) {
	for at, section := range p.land {
		now := w.Section(at)
		if now == nil {
			continue
		}
		for i := range world.SectionCells {
			if now.Get(i) != section.Get(i) {
				n++
			}
		}
	}
	return n
}

// distance returns the distance of two places in blocks.
func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
