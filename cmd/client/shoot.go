package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/cmd/internal/start"
	"voxtide/host"
	"voxtide/scene"
	"voxtide/script"
	"voxtide/settings"
	"voxtide/window"
	"voxtide/world"
)

// shootCmd takes a picture of a place in a fresh world, which is thrown away.
type shootCmd struct {
	Seed   uint64   `placeholder:"S" default:"1" help:"Of the world."`
	At     string   `placeholder:"X,Y,Z" required:"" help:"Where the feet are, in blocks."`
	Look   string   `placeholder:"YAW,PITCH" default:"0,0" help:"Degrees: 0 is north, 90 east; positive pitch is up."`
	Time   []string `placeholder:"TIME,..." enum:"noon,dusk,night,dawn" default:"noon" help:"noon, dusk, night or dawn; of several each is a picture of its own, whose file has TIME in place of the word TIME."`
	Out    string   `placeholder:"FILE" required:"" help:"File to write: a PNG, or a JPEG if it ends in .jpg."`
	View   int      `name:"view-distance" placeholder:"BLOCKS" default:"160" help:"How far to see."`
	Rich   bool     `help:"Draw what is left out where the processor draws: waves, clear water, smooth edges and whole clouds."`
	Coarse int      `placeholder:"BLOCKS" help:"From where on groups of 2x2x2 blocks are drawn as one; 0 for nowhere (0)."`
	FOV    float64  `name:"fov" placeholder:"DEGREES" default:"70" help:"From the lower to the upper edge."`

	Width  int `default:"1280" help:"Of the picture, in pixels."`
	Height int `default:"720" help:"Of the picture, in pixels."`

	Shimmer bool `hidden:"" help:"Write instead how much each part of the picture flickers as the camera moves by parts of a pixel, and say how much."`

	seen func(flicker) // is told how much it flickers, for tests: nothing is written
}

// timeWord stands in the name of a file for the name of the time of the day.
const timeWord = "TIME"

// shootFor is how long a picture may take.
const shootFor = 2 * time.Minute

func (c *shootCmd) run(ctx context.Context, stderr io.Writer) int {
	wrong := func(what string) int { return start.Wrong(stderr, "client", "%s", what) }
	at, ok := floats(c.At, 3)
	if !ok {
		return wrong("--at is X,Y,Z in blocks")
	}
	look, ok := floats(c.Look, 2)
	if !ok {
		return wrong("--look is YAW,PITCH in degrees")
	}
	if c.View < settings.ViewMin || c.View > settings.ViewMax || c.Coarse < 0 || c.Width < 16 || c.Height < 16 || c.Width > 8192 || c.Height > 8192 {
		return wrong("--view-distance is 16 to 320, --width and --height are 16 to 8192")
	}
	if len(c.Time) > 1 && !strings.Contains(c.Out, timeWord) {
		return wrong("for several times --out has the word TIME in it")
	}
	if err := c.shoot(ctx, at, look); err != nil {
		return start.Fail(stderr, "client", err)
	}
	return start.OK
}

func floats(text string, n int) (out []float64, ok bool) {
	for _, part := range strings.Split(text, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || v != v || v > 1e8 || v < -1e8 {
			return nil, false
		}
		out = append(out, v)
	}
	return out, len(out) == n
}

func (c *shootCmd) shoot(ctx context.Context, at, look []float64) error {
	dir, err := os.MkdirTemp("", "voxtide-shoot-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p := paint()
	s, err := openStage(window.Config{Title: "Voxtide", Width: c.Width, Height: c.Height, Hidden: true}, p)
	if err != nil {
		return err
	}
	defer s.close()
	quick := s.forced // while the land comes nobody looks
	quick.Plain, quick.Scale = true, 0.25
	if err := s.r.SetConfig(quick); err != nil {
		return err
	}
	h, err := host.Open(host.Config{Dir: dir + "/world", Seed: c.Seed, SeedSet: true, View: settings.ViewMax, Interval: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer h.Close("the picture is taken")
	cl := client.New(client.Config{Name: "camera", Dial: h.Dial, View: sections(c.View) + 1, Looks: p.looks, Workers: 2})
	cl.SetCoarse(c.Coarse)
	defer cl.Close()
	defer cl.Leave()
	begin := time.Now()
	in := client.Input{Keys: world.KeyFly, Yaw: yaw(look[0]), Pitch: look[1]}
	var there, sent, settled time.Time
	held := 0
	for time.Since(begin) < shootFor {
		if ctx.Err() != nil {
			return errors.New("stopped")
		}
		sc := cl.Picture(host.Since(), in)
		in.Do = nil
		if cl.State() == client.Ended {
			return ended(cl.Reason())
		}
		if cl.State() == client.Playing && there.IsZero() {
			there, sent = time.Now(), time.Now()
			in.Do = []actions.Action{client.Goto(at[0], at[1], at[2])}
		}
		if !there.IsZero() && time.Since(sent) > 300*time.Millisecond && away(sc.Own.Drawn, at) {
			// On a busy machine the body falls before it is told to fly, or is held where the land has not come.
			sent, settled = time.Now(), time.Time{}
			in.Do = []actions.Action{client.Goto(at[0], at[1], at[2])}
		}
		sc.Sky.Day, sc.Sky.Clouds, sc.Time = script.Days[c.Time[0]], 0, 0 // the same picture each time
		sc.Held.Shown, sc.Targets = false, nil
		s.draw(sc, c.FOV, float64(c.View))
		s.r.Finish()
		s.win.Poll()
		switch {
		case there.IsZero() || time.Since(there) < 500*time.Millisecond || !cl.Settled() || cl.World().SectionCount() != held:
			settled = time.Time{}
		case settled.IsZero():
			settled = time.Now()
		case time.Since(settled) > 700*time.Millisecond && !away(sc.Own.Drawn, at) && whole(cl.World(), at, sections(c.View)):
			return c.take(s, sc)
		}
		held = 0
		if w := cl.World(); w != nil {
			held = w.SectionCount()
		}
		s.win.Swap()
	}
	if e, ok := cl.Avatar(); ok && cl.Settled() && whole(cl.World(), at, sections(c.View)) {
		return fmt.Errorf("nobody can stand at %v: the body is moved to %v", at, e.Motion.Pos.Block())
	}
	return fmt.Errorf("the land has not come within %v", shootFor)
}

// take writes what is asked for of a scene that was just drawn.
func (c *shootCmd) take(s *stage, sc *scene.Scene) error {
	s.forced.Rich = c.Rich
	if err := s.r.SetConfig(s.forced); err != nil {
		return err
	}
	for _, t := range c.Time {
		sc.Sky.Day = script.Days[t]
		s.draw(sc, c.FOV, float64(c.View))
		s.r.Finish()
		to, view := strings.ReplaceAll(c.Out, timeWord, t), float64(c.View)
		var err error
		switch {
		case c.seen != nil:
			c.seen(s.flicker(sc, c.FOV, view))
		case c.Shimmer:
			f := s.flicker(sc, c.FOV, view)
			fmt.Println(t, f)
			err = saved(to, f.picture())
		default:
			err = s.shot(to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// away tells whether a body is not where it shall be, but for the sixteenth of a block in which places are told.
func away(feet [3]float64, at []float64) bool {
	for i := range feet {
		if math.Abs(feet[i]-at[i]) > 1./16 {
			return true
		}
	}
	return false
}

// shootUp is how far up and down there has to be land, in sections: as far as a host lets players see.
const shootUp = 8

// whole tells whether all land is here so many sections about a place. That nothing has come for a while does not tell: the
// workers of a busy machine may be slow.
func whole(w *world.World, at []float64, far int) bool {
	mid := world.Pos{X: int32(math.Floor(at[0])), Y: int32(math.Floor(at[1])), Z: int32(math.Floor(at[2]))}.Section()
	for x := -far; x <= far; x++ {
		for z := -far; z <= far; z++ {
			for y := -shootUp; y <= shootUp && x*x+z*z <= far*far; y++ {
				p := world.SectionPos{X: mid.X + int32(x), Y: mid.Y + int32(y), Z: mid.Z + int32(z)}
				if p.Origin().InHeight() && w.Section(p) == nil {
					return false
				}
			}
		}
	}
	return true
}

// sections is how many sections a distance takes.
func sections(blocks int) int { return (blocks + world.SectionSize - 1) / world.SectionSize }

// yaw returns a heading in degrees as the game counts it.
func yaw(degrees float64) uint16 { return uint16(int64(math.Round(degrees/360*65536)) & 0xffff) }
