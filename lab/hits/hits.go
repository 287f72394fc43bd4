// Package hits measures lag compensation: hunters who aim at what their own screens show, and dodgers who strafe beside a wall,
// played by the real server and real clients over a network with a delay (package stage).
//
// Job: of the swings that met a body on the striker's screen, how many count; of those that met none, how many count all the same;
// and how many of the struck had been in cover for longer than the grace on their own screens. Owner: the caller of Run, one
// goroutine. Invariants: nothing is computed from a formula: who hits what is read from the scenes that the clients drew and from
// the server's word; the same Config gives the same Figures.
package hits

import (
	"fmt"
	"math"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/splitmix"
	"voxtide/lab/stage"
	"voxtide/physics"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/server/past"
	"voxtide/timestream"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// Config is one measurement.
type Config struct {
	RoundTrip time.Duration // of every player, without jitter; jitter adds 5 % on average
	How       protocol.Hits
	NoCover   bool          // without the cover rule
	Peace     bool          // the server lets nobody strike
	Pairs     int           // of a hunter and a dodger; 4
	Duration  time.Duration // 30 s
	Seed      uint64
	Method    string // of all players; "" is the first of the table
}

// Figures are what was measured.
type Figures struct {
	Shots      int // that met a body on the striker's screen
	Counted    int // of these
	Beside     int // swings that met none there
	BesideHits int // of these, counted
	Struck     int // Counted and BesideHits
	InCover    int // of Struck: out of sight for longer than the grace on their own screens
	Why        [actions.RefusalCount]int

	Kicks       int                      // that dodgers saw themselves take
	Corrections [protocol.CauseCount]int // of the dodgers' own bodies, by cause
	LargestM    float64                  // the largest correction of anybody, metres
	BrokenLaw   string
}

// percent returns a share in per cent, 0 of nothing.
func percent(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return 100 * float64(a) / float64(b)
}

// CountedPercent is the share of the swings that met a body on the striker's screen and count.
func (f *Figures) CountedPercent() float64 { return percent(f.Counted, f.Shots) }

// BesidePercent is the share of the swings that met none there and count all the same.
func (f *Figures) BesidePercent() float64 { return percent(f.BesideHits, f.Beside) }

// InCoverPercent is the share of the struck who had been in cover for longer than the grace on their own screens.
func (f *Figures) InCoverPercent() float64 { return percent(f.InCover, f.Struck) }

// Add adds the figures of another run.
func (f *Figures) Add(o *Figures) {
	f.Shots, f.Counted = f.Shots+o.Shots, f.Counted+o.Counted
	f.Beside, f.BesideHits = f.Beside+o.Beside, f.BesideHits+o.BesideHits
	f.Struck, f.InCover = f.Struck+o.Struck, f.InCover+o.InCover
	for i := range f.Why {
		f.Why[i] += o.Why[i]
	}
	f.Kicks += o.Kicks
	for i := range f.Corrections {
		f.Corrections[i] += o.Corrections[i]
	}
	f.LargestM = max(f.LargestM, o.LargestM)
	if f.BrokenLaw == "" {
		f.BrokenLaw = o.BrokenLaw
	}
}

// String returns the figures in a line.
func (f *Figures) String() string {
	s := fmt.Sprintf("%5d shots, %5.1f%% counted; %4d beside, %4.1f%% counted; %4.2f%% of %d struck in cover",
		f.Shots, f.CountedPercent(), f.Beside, f.BesidePercent(), f.InCoverPercent(), f.Struck)
	if n := f.Corrections[protocol.CauseBlow]; n > 0 {
		s += fmt.Sprintf("; %.0f%% of the kicks late", percent(n, f.Struck))
	}
	return s
}

const (
	shotEvery  = 300 * time.Millisecond // of a hunter; a random part of shotSpread more
	shotSpread = 200 * time.Millisecond
	turnEvery  = 400 * time.Millisecond // of a dodger
	goOn       = 5                      // a dodger leaves out one turn in five, so that it comes by the whole lane
	aimError   = 0.3                    // blocks, at most, of three shots in four
	grace      = 100 * time.Millisecond
	warmUp     = time.Second
)

// run is a measurement under way.
type run struct {
	cfg     Config
	stage   *stage.Stage
	hunters []hunter
	dodgers []dodger
	figures Figures
}

// hunter stands and shoots.
type hunter struct {
	chance splitmix.Source
	nextAt time.Duration
	onBody bool            // the swing of this frame meets the body on the screen
	sent   map[uint64]bool // swings by number: onBody
	target scene.Entity    // as the last frame drew it
	seen   bool
}

// dodger strafes.
type dodger struct {
	chance      splitmix.Source
	keys        world.Keys
	turnAt      time.Duration
	hiddenSince time.Duration // on the own screen; below 0: in sight
	rising      bool          // a kick has lifted it
}

// Run measures.
func Run(cfg Config) (Figures, error) {
	if cfg.Pairs == 0 {
		cfg.Pairs = 4
	}
	if cfg.Duration == 0 {
		cfg.Duration = 30 * time.Second
	}
	r := &run{cfg: cfg, hunters: make([]hunter, cfg.Pairs), dodgers: make([]dodger, cfg.Pairs)}
	link := memnet.Link{Delay: cfg.RoundTrip / 2, Jitter: cfg.RoundTrip / 20}
	sc := stage.Config{Players: 2 * cfg.Pairs, Land: arena(), Seed: cfg.Seed, Links: []stage.Links{{Up: link, Down: link}},
		Hooks: stage.Hooks{Input: r.input, Frame: r.frame}}
	if cfg.Method != "" {
		sc.Methods = []string{cfg.Method}
	}
	var err error
	if r.stage, err = stage.New(sc); err != nil {
		return r.figures, err
	}
	server := r.stage.Server()
	server.SetHitBounds(past.Bounds{NoCover: cfg.NoCover})
	server.SetPvP(!cfg.Peace)
	for i := range r.hunters {
		h := &r.hunters[i]
		h.chance, h.sent = splitmix.Source(splitmix.Mix(cfg.Seed^uint64(i)<<8)), map[uint64]bool{}
		h.nextAt = warmUp + time.Duration(h.chance.Uint64()%uint64(shotEvery))
		r.dodgers[i].chance = splitmix.Source(splitmix.Mix(cfg.Seed ^ uint64(i)<<8 ^ 1))
		r.dodgers[i].hiddenSince = -1
		server.SetHits(r.stage.Client(2*i).Stream(), cfg.How)
		r.stage.Client(2 * i).OnAction(func(a *actions.Action) {
			if a.Kind == actions.Hit {
				h.sent[a.Number] = h.onBody
			}
		})
	}
	r.stage.OnAction(r.judged)
	r.stage.Step(cfg.Duration)
	for i := range 2 * cfg.Pairs {
		s := r.stage.Client(i).Stats()
		for c, n := range s.Corrections {
			r.figures.Corrections[c] += n
		}
		r.figures.LargestM = max(r.figures.LargestM, float64(s.LargestUnits)/float64(world.Unit))
		if r.figures.BrokenLaw == "" {
			r.figures.BrokenLaw = s.BrokenLaw
		}
	}
	return r.figures, nil
}

// input plays a frame of a player: the even ones hunt, the odd ones dodge.
func (r *run) input(i int, now time.Duration, in *client.Input) {
	if i%2 == 0 {
		r.hunt(i, now, in)
	} else {
		r.dodge(i, now, in)
	}
}

// hunt aims at the dodger as the last frame drew it.
func (r *run) hunt(i int, now time.Duration, in *client.Input) {
	h, c := &r.hunters[i/2], r.stage.Client(i)
	if now < h.nextAt || !h.seen {
		return
	}
	own, ok := c.Avatar()
	if !ok {
		return
	}
	eye := physics.EyePos(&own.Motion)
	wide := aimError
	if h.chance.Uint64()%4 == 0 {
		wide = 4 * aimError
	}
	centre := h.target.Drawn
	centre[1] += 1.4
	in.Yaw, in.Pitch = look(eye, centre)
	a, visible := c.TargetBody(in.Yaw, in.Pitch)
	if !visible || uint64(a.Target) != h.target.ID {
		return // behind the wall, on this screen
	}
	yaw := float64(in.Yaw) / 65536 * 2 * math.Pi
	aside, up := wide*(2*h.float()-1), aimError*(2*h.float()-1)
	centre[0] += aside * math.Cos(yaw)
	centre[2] += aside * math.Sin(yaw)
	centre[1] += up
	in.Yaw, in.Pitch = look(eye, centre)
	shot, met := c.TargetBody(in.Yaw, in.Pitch)
	if h.onBody = met; !met {
		shot = a
		shot.Yaw, shot.Pitch = in.Yaw, int16(math.Round(in.Pitch/360*65536))
	}
	in.Actions = append(in.Actions, shot)
	h.nextAt = now + shotEvery + time.Duration(h.chance.Uint64()%uint64(shotSpread))
}

func (h *hunter) float() float64 { return float64(h.chance.Uint64()>>11) / (1 << 53) }

// look returns the yaw and pitch from an eye to a point in blocks.
func look(eye world.Vec, to [3]float64) (yaw uint16, pitch float64) {
	var d [3]float64
	for i := range d {
		d[i] = to[i] - float64(eye[i])/float64(world.Unit)
	}
	return uint16(int(math.Round(math.Atan2(d[0], -d[2]) / (2 * math.Pi) * 65536))), math.Atan2(d[1], math.Hypot(d[0], d[2])) * 180 / math.Pi
}

// dodge strafes and turns back after each turnEvery, within the lane.
func (r *run) dodge(i int, now time.Duration, in *client.Input) {
	d := &r.dodgers[i/2]
	own, ok := r.stage.Client(i).Avatar()
	if !ok {
		return
	}
	x := own.Motion.Pos[0] - home(i / 2)[0]
	in.Yaw = 1 << 15 // to the south, where the hunter is: left is east
	if now >= d.turnAt || d.keys == 0 {
		d.turnAt = now + turnEvery
		if d.keys ^= world.KeyLeft | world.KeyRight; d.keys&world.KeyLeft != 0 && d.keys&world.KeyRight != 0 {
			d.keys = world.KeyLeft
		}
		if d.chance.Uint64()%goOn == 0 {
			d.keys ^= world.KeyLeft | world.KeyRight
		}
	}
	switch {
	case x > laneHalf*world.Unit-world.Unit/2:
		d.keys = world.KeyRight
	case x < -laneHalf*world.Unit+world.Unit/2:
		d.keys = world.KeyLeft
	}
	in.Keys = d.keys
}

// frame looks at what a player's screen shows.
func (r *run) frame(i int, now time.Duration, sc *scene.Scene) {
	if i%2 == 0 {
		h := &r.hunters[i/2]
		h.seen = false
		for k := range sc.Entities {
			if sc.Entities[k].ID == uint64(world.AvatarID(r.stage.Client(i+1).Stream())) {
				h.target, h.seen = sc.Entities[k], true
			}
		}
		return
	}
	d, c := &r.dodgers[i/2], r.stage.Client(i)
	own, ok := c.Avatar()
	slot := c.World().Find(world.AvatarID(r.stage.Client(i - 1).Stream()))
	if !ok || slot == world.NoEntity {
		return
	}
	if up := own.Motion.Vel[world.AxisY] > world.SpeedMax/50; up != d.rising {
		if d.rising = up; up {
			r.figures.Kicks++
		}
	}
	if past.InSight(c.World(), physics.EyePos(&c.World().Entity(slot).Motion), &own.Motion) {
		d.hiddenSince = -1
	} else if d.hiddenSince < 0 {
		d.hiddenSince = now
	}
}

// judged notes the server's word on a swing.
func (r *run) judged(of timestream.Stream, a *actions.Action, _ timestream.Time, why actions.Refusal) {
	if a.Kind != actions.Hit {
		return
	}
	for i := range r.hunters {
		if r.stage.Client(2*i).Stream() != of {
			continue
		}
		f, d := &r.figures, &r.dodgers[i]
		onBody := r.hunters[i].sent[a.Number]
		delete(r.hunters[i].sent, a.Number)
		if onBody {
			f.Why[why]++
			f.Shots++
		} else {
			f.Beside++
		}
		if why != actions.Done {
			return
		}
		f.Struck++
		if onBody {
			f.Counted++
		} else {
			f.BesideHits++
		}
		if d.hiddenSince >= 0 && r.stage.Now()-d.hiddenSince > grace {
			f.InCover++
		}
		return
	}
}
