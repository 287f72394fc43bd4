package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"voxtide/client/benchscene"
	"voxtide/cmd/internal/cli"
	"voxtide/protocol"
	"voxtide/window"
)

// benchCmd is the command that measures the frame times of fixed scenes. It never chooses graphics options by itself.
type benchCmd struct {
	Scene       []string      `placeholder:"S" help:"Scenes to measure, by name; all by default."`
	Size        string        `placeholder:"WxH" default:"1280x720" help:"Size of the frames, in pixels (1280x720)."`
	View        int           `placeholder:"BLOCKS" default:"160" help:"View distance (160)."`
	Duration    time.Duration `placeholder:"D" default:"5s" help:"Duration of each measurement (5s)."`
	JSON        bool          `name:"json" help:"Write JSON instead of a table."`
	Compare     string        `placeholder:"OLD" help:"Print the ratios to the JSON of another run."`
	Shots       string        `placeholder:"DIR" help:"Write a screenshot of each measurement to this folder, to check what was measured."`
	Workers     int           `placeholder:"N" default:"2" help:"Meshing workers (2)."`
	FarLand     int           `default:"-1" placeholder:"BLOCKS" help:"How far land is drawn beyond the view distance, up to 2048; below 0 as the scene has it: in far alone."`
	FarTurns    bool          `help:"Compare frames with and without the land beyond the view, drawn by turns, after each measurement; it is drawn up to 2048 blocks unless --far-land says otherwise."`
	Directions  bool          `help:"Compare the directions of each turn, too, by the median of each over several turns."`
	LODDistance int           `aliases:"coarse" placeholder:"BLOCKS" help:"Distance from which groups of 2x2x2 blocks are drawn as one; 0 for off (0)."`
	Samples     int           `default:"4" placeholder:"N" help:"Samples of a pixel where fine detail is drawn: 1, 2, 4 or 8 (4)."`
	Present     bool          `default:"true" negatable:"" help:"Hand each frame to the screen (--no-present where the screen has no part in the graphics card, as Xvfb: each frame would be copied through memory)."`
	List        bool          `help:"List the scenes."`

	CPUProfile string `name:"cpuprofile" placeholder:"FILE" help:"Write a CPU profile of the measurements."`
}

// Bounds of the flags.
const (
	benchViewMax = 1024
	benchForMax  = 10 * time.Minute
)

func (c *benchCmd) run(ctx context.Context, stdout, stderr io.Writer) int {
	wrong := func(format string, args ...any) int {
		return cli.UsageError(stderr, "client", "bench: "+format, args...)
	}
	var width, height int
	if n, err := fmt.Sscanf(strings.ToLower(c.Size), "%dx%d", &width, &height); n != 2 || err != nil || c.Size != strings.TrimSpace(c.Size) {
		return wrong("--size is WIDTHxHEIGHT, such as 1280x720")
	}
	switch {
	case width < window.MinWidth || width > 8192 || height < window.MinHeight || height > 8192:
		return wrong("--size is %dx%d to 8192x8192", window.MinWidth, window.MinHeight)
	case c.View < 16 || c.View > benchViewMax:
		return wrong("--view is 16 to %d blocks", benchViewMax)
	case c.Duration < 100*time.Millisecond || c.Duration > benchForMax:
		return wrong("--duration is 100ms to %v", benchForMax)
	case c.FarLand > protocol.FarReachMax:
		return wrong("--far-land is at most 2048")
	case c.FarTurns && c.FarLand == 0:
		return wrong("--far-turns compares with the land that --far-land 0 leaves out")
	case c.LODDistance < 0 || c.LODDistance > benchViewMax:
		return wrong("--lod-distance is 0 to %d blocks", benchViewMax)
	case c.Samples < 1 || c.Samples > 8 || c.Samples&(c.Samples-1) != 0:
		return wrong("--samples is 1, 2, 4 or 8")
	case c.Workers < 1 || c.Workers > 64:
		return wrong("--workers is 1 to 64")
	}
	scenes := benchscene.All()
	if c.List {
		for _, s := range scenes {
			fmt.Fprintf(stdout, "%-8s %s\n", s.Name, s.About)
		}
		return cli.OK
	}
	if len(c.Scene) > 0 {
		scenes = scenes[:0]
		for _, name := range c.Scene {
			s, ok := benchscene.Find(name)
			if !ok {
				return wrong("there is no scene %q: --list lists them", name)
			}
			scenes = append(scenes, s)
		}
	}
	if c.FarTurns && c.FarLand < 0 {
		c.FarLand = protocol.FarReachMax
	}
	var old *benchReport
	if c.Compare != "" {
		var err error
		if old, err = readBench(c.Compare); err != nil {
			return cli.Fail(stderr, "client", err)
		}
	}
	r, err := measureScenes(ctx, scenes, &benchParams{
		width: width, height: height, view: c.View, lodDistance: c.LODDistance, farLand: c.FarLand, workers: c.Workers, duration: c.Duration, screenshots: c.Shots, cpuProfile: c.CPUProfile,
		unpresented: !c.Present, samples: c.Samples, comparisons: comparisons{farTurns: c.FarTurns, directions: c.Directions},
	}, stderr)
	if errors.Is(err, errStopped) {
		return cli.Interrupted(ctx)
	}
	if err != nil {
		return cli.Fail(stderr, "client", err)
	}
	return c.printReport(r, old, stdout, stderr)
}

// printReport writes the report in the form of the flags.
func (c *benchCmd) printReport(r, old *benchReport, stdout, stderr io.Writer) int {
	var err error
	if c.JSON {
		var text []byte
		if text, err = json.MarshalIndent(r, "", "  "); err == nil {
			_, err = fmt.Fprintf(stdout, "%s\n", text)
		}
		if old != nil && err == nil {
			r.compare(old, stderr)
		}
	} else {
		r.table(stdout)
		if old != nil {
			r.compare(old, stdout)
		}
	}
	if err != nil {
		return cli.Fail(stderr, "client", err)
	}
	return cli.OK
}

// readBench reads the report of another run from its JSON.
func readBench(path string) (*benchReport, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--compare: %w", err)
	}
	var r benchReport
	if err := json.Unmarshal(text, &r); err != nil || r.Version != benchVersion {
		return nil, fmt.Errorf("--compare %s: not what bench --json writes", path)
	}
	return &r, nil
}
