package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/cell"
	"voxtide/client/far"
	"voxtide/client/script"
	"voxtide/cmd/internal/cli"
	"voxtide/protocol"
	"voxtide/render/flicker"
	"voxtide/render/scene"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/window"
	"voxtide/world"
)

// screenshotCmd is the command that renders a screenshot of a place in a fresh world.
type screenshotCmd struct {
	Seed        uint64   `placeholder:"S" default:"1" help:"Seed of the world."`
	Generator   int      `placeholder:"N" help:"Generator of its land, instead of the usual one."`
	At          string   `placeholder:"X,Y,Z" required:"" help:"Position of the player's feet, in blocks."`
	Look        string   `placeholder:"YAW,PITCH" default:"0,0" help:"Camera angles in degrees: yaw 0 is north, 90 east; positive pitch is up."`
	Time        []string `placeholder:"TIME,..." enum:"dawn,morning,noon,afternoon,dusk,night" default:"noon" help:"dawn, morning, noon, afternoon, dusk or night; several make one file each, with TIME in the name replaced."`
	Out         string   `placeholder:"FILE" required:"" help:"File to write: a PNG, or a JPEG if it ends in .jpg."`
	View        int      `name:"view-distance" placeholder:"BLOCKS" default:"160" help:"View distance."`
	Rich        bool     `help:"Draw fine detail on software drivers, too: waves, clear water, smooth edges and whole clouds."`
	LODDistance int      `aliases:"coarse" placeholder:"BLOCKS" help:"Distance from which groups of 2x2x2 blocks are drawn as one; 0 for off (0)."`
	FarLand     int      `placeholder:"BLOCKS" help:"How far land is drawn beyond the view distance, up to 2048; 0 for not at all (0)."`
	FOV         float64  `name:"fov" placeholder:"DEGREES" default:"70" help:"Field of view from the lower to the upper edge."`

	Width  int `default:"1280" help:"Width in pixels."`
	Height int `default:"720" help:"Height in pixels."`

	Shimmer bool `hidden:"" help:"Write a map of the flicker under a slowly moving camera instead, and print how much it is."`

	onFlicker func(*flicker.Map) // if set, called with the flicker in place of writing a file; for tests
}

// timeWord stands for the time of day in the name of a file.
const timeWord = "TIME"

// screenshotTimeout bounds the time until a screenshot is taken.
const screenshotTimeout = 2 * time.Minute

func (c *screenshotCmd) run(ctx context.Context, stderr io.Writer) int {
	wrong := func(what string) int { return cli.UsageError(stderr, "client", "%s", what) }
	at, ok := parseFloats(c.At, 3)
	if !ok {
		return wrong("--at is X,Y,Z in blocks")
	}
	look, ok := parseFloats(c.Look, 2)
	if !ok {
		return wrong("--look is YAW,PITCH in degrees")
	}
	if c.View < settings.ViewDistanceMin || c.View > settings.ViewDistanceMax || c.LODDistance < 0 || c.FarLand < 0 || c.FarLand > protocol.FarReachMax || c.Width < 16 || c.Height < 16 || c.Width > 8192 || c.Height > 8192 {
		return wrong("--view-distance is 16 to 320, --far-land at most 2048, --width and --height are 16 to 8192")
	}
	if len(c.Time) > 1 && !strings.Contains(c.Out, timeWord) {
		return wrong("for several times --out has the word TIME in it")
	}
	if err := c.render(ctx, at, look); err != nil {
		return cli.Fail(stderr, "client", err)
	}
	return cli.OK
}

func parseFloats(text string, n int) (out []float64, ok bool) {
	for _, part := range strings.Split(text, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || v != v || v > 1e8 || v < -1e8 {
			return nil, false
		}
		out = append(out, v)
	}
	return out, len(out) == n
}

func (c *screenshotCmd) render(ctx context.Context, at, look []float64) error {
	dir, err := os.MkdirTemp("", "voxtide-shoot-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p := buildAssets(nil)
	s, err := openDisplay(window.Config{Title: "Voxtide", Width: c.Width, Height: c.Height, Hidden: true}, p)
	if err != nil {
		return err
	}
	defer s.close()
	quick := s.env // nobody looks while the terrain loads
	quick.ForceReduced, quick.ResolutionScale = true, 0.25
	if err := s.renderer.SetConfig(quick); err != nil {
		return err
	}
	h, err := host.Open(host.Config{Dir: dir + "/world", Seed: c.Seed, SeedSet: true, Land: host.Land{Generator: c.Generator}, ViewDistance: settings.ViewDistanceMax, SyncInterval: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer h.Close("the screenshot is taken")
	detail := s.farDetail()
	if c.Rich {
		detail = far.Fine
	}
	cl := client.New(client.Config{Name: "camera", Dial: h.Dial, ViewDistance: sectionsIn(c.View) + 1, FarReach: c.FarLand, FarDetail: detail, Faces: p.faces, Workers: 2})
	cl.SetDrawnView(c.View)
	cl.SetDetail(s.terrainDetail(c.LODDistance))
	defer cl.Close()
	defer cl.Leave()
	begin := time.Now()
	in := client.Input{Keys: world.KeyFly, Yaw: yawOf(look[0]), Pitch: look[1]}
	var there, sent, settled time.Time
	held := 0
	for time.Since(begin) < screenshotTimeout {
		if ctx.Err() != nil {
			return errors.New("stopped")
		}
		sc := cl.Frame(host.Monotonic(), in)
		in.Actions = nil
		if cl.State() == client.Ended {
			return disconnectError(cl.Reason())
		}
		if cl.State() == client.Playing && there.IsZero() {
			there, sent = time.Now(), time.Now()
			in.Actions = []actions.Action{client.Teleport(at[0], at[1], at[2])}
		}
		if !there.IsZero() && time.Since(sent) > 300*time.Millisecond && isAway(sc.OwnEntity.Drawn, at) {
			// On a busy machine the body falls before it flies, or is held where the terrain is not loaded.
			sent, settled = time.Now(), time.Time{}
			in.Actions = []actions.Action{client.Teleport(at[0], at[1], at[2])}
		}
		sc.Sky.TimeOfDay, sc.Sky.CloudDrift, sc.Time = script.TimesOfDay[c.Time[0]], 0, 0 // the same frame each time
		sc.HeldItem.Shown, sc.Outlines = false, nil
		if cl.FarWaiting() == 0 {
			sc.Camera.Reach = float32(c.FarLand)
		}
		s.draw(sc, c.FOV, float64(c.View))
		s.renderer.Finish()
		s.window.Poll()
		switch {
		case there.IsZero() || time.Since(there) < 500*time.Millisecond || !cl.TerrainMeshed() || cl.FarWaiting() > 0 || cl.World().SectionCount() != held:
			settled = time.Time{}
		case settled.IsZero():
			settled = time.Now()
		case time.Since(settled) > 700*time.Millisecond && !isAway(sc.OwnEntity.Drawn, at) && terrainComplete(cl.World(), at, sectionsIn(c.View)):
			return c.save(s, sc)
		}
		held = 0
		if w := cl.World(); w != nil {
			held = w.SectionCount()
		}
		s.window.Swap()
	}
	if e, ok := cl.Avatar(); ok && cl.TerrainMeshed() && terrainComplete(cl.World(), at, sectionsIn(c.View)) {
		return fmt.Errorf("a player cannot stand at %v: the server moves the body to %v", at, e.Motion.Pos.Block())
	}
	return fmt.Errorf("the terrain was not loaded within %v", screenshotTimeout)
}

// save writes a file for each time of day of a scene.
func (c *screenshotCmd) save(s *display, sc *scene.Scene) error {
	s.env.ForceFull = c.Rich
	if err := s.renderer.SetConfig(s.env); err != nil {
		return err
	}
	for _, t := range c.Time {
		sc.Sky.TimeOfDay = script.TimesOfDay[t]
		s.draw(sc, c.FOV, float64(c.View))
		s.renderer.Finish()
		to, view := strings.ReplaceAll(c.Out, timeWord, t), float64(c.View)
		var err error
		switch {
		case c.onFlicker != nil:
			c.onFlicker(s.flicker(sc, c.FOV, view))
		case c.Shimmer:
			f := s.flicker(sc, c.FOV, view)
			fmt.Println(t, f)
			err = saveImage(to, f.Image())
		default:
			err = s.screenshot(to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// flicker measures the flicker of a scene.
func (s *display) flicker(sc *scene.Scene, fov, view float64) *flicker.Map {
	return flicker.Measure(&sc.Camera, func() *image.NRGBA {
		w, h := s.draw(sc, fov, view)
		s.renderer.Finish()
		return s.renderer.Screenshot(w, h)
	})
}

// isAway reports whether a body is elsewhere than at a place, by more than the sixteenth of a block to which a teleport is
// exact.
func isAway(feet [3]float64, at []float64) bool {
	for i := range feet {
		if math.Abs(feet[i]-at[i]) > 1./16 {
			return true
		}
	}
	return false
}

// terrainHeight is how far up and down sections must be loaded, in sections: as far as a server sends them.
const terrainHeight = 8

// terrainComplete reports whether all sections within a distance of a place are loaded. A pause in which none arrives is
// no sign of it: the workers of a busy machine may be slow.
func terrainComplete(w *world.World, at []float64, far int) bool {
	mid := cell.At([3]float64(at)).Section()
	for x := -far; x <= far; x++ {
		for z := -far; z <= far; z++ {
			for y := -terrainHeight; y <= terrainHeight && x*x+z*z <= far*far; y++ {
				p := world.SectionPos{X: mid.X + int32(x), Y: mid.Y + int32(y), Z: mid.Z + int32(z)}
				if p.Origin().InHeight() && w.Section(p) == nil {
					return false
				}
			}
		}
	}
	return true
}

// sectionsIn returns the number of sections in a distance, rounded up.
func sectionsIn(blocks int) int { return (blocks + world.SectionSize - 1) / world.SectionSize }

// yawOf converts a yaw in degrees to the unit of the game.
func yawOf(degrees float64) uint16 { return uint16(int64(math.Round(degrees/360*65536)) & 0xffff) }

// jpegQuality keeps a small screenshot of a forest below 80 kB.
const jpegQuality = 82

// encodeImage writes an image in the format of its file name: JPEG for .jpg, PNG for any other.
func encodeImage(w io.Writer, name string, m image.Image) error {
	if strings.EqualFold(filepath.Ext(name), ".jpg") {
		return jpeg.Encode(w, m, &jpeg.Options{Quality: jpegQuality})
	}
	return png.Encode(w, m)
}
