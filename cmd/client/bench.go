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

	"voxtide/benchscene"
	"voxtide/cmd/internal/start"
	"voxtide/window"
)

// benchCmd measures pictures of fixed scenes. It never chooses quality by itself.
type benchCmd struct {
	Scene    []string      `placeholder:"S" help:"Scenes to measure, by name; otherwise all."`
	Size     string        `placeholder:"WxH" default:"1280x720" help:"Of the pictures, in pixels (1280x720)."`
	View     int           `placeholder:"BLOCKS" default:"160" help:"How far to see (160)."`
	Duration time.Duration `placeholder:"D" default:"5s" help:"Of each measurement (5s)."`
	JSON     bool          `name:"json" help:"Write JSON instead of a table."`
	Compare  string        `placeholder:"OLD" help:"Print the ratios to the JSON of another run."`
	Shots    string        `placeholder:"DIR" help:"Write a picture of each measurement there: what was measured has to be looked at."`
	Workers  int           `placeholder:"N" default:"2" help:"That mesh sections (2)."`
	Coarse   int           `placeholder:"BLOCKS" help:"From where on groups of 2x2x2 blocks are drawn as one; 0 for nowhere (0)."`
	List     bool          `help:"List the scenes."`

	CPUProfile string `name:"cpuprofile" placeholder:"FILE" help:"Write a profile of the time that was spent measuring."`
}

// Bounds of what is measured.
const (
	benchViewMax = 1024
	benchForMax  = 10 * time.Minute
)

func (c *benchCmd) run(ctx context.Context, stdout, stderr io.Writer) int {
	wrong := func(format string, args ...any) int { return start.Wrong(stderr, "client", "bench: "+format, args...) }
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
	case c.Coarse < 0 || c.Coarse > benchViewMax:
		return wrong("--coarse is 0 to %d blocks", benchViewMax)
	case c.Workers < 1 || c.Workers > 64:
		return wrong("--workers is 1 to 64")
	}
	scenes := benchscene.All()
	if c.List {
		for _, s := range scenes {
			fmt.Fprintf(stdout, "%-8s %s\n", s.Name, s.About)
		}
		return start.OK
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
	var old *benchReport
	if c.Compare != "" {
		var err error
		if old, err = readBench(c.Compare); err != nil {
			return start.Fail(stderr, "client", err)
		}
	}
	r, err := c.measure(ctx, scenes, width, height, stderr)
	if errors.Is(err, errStopped) {
		return start.Interrupted(ctx)
	}
	if err != nil {
		return start.Fail(stderr, "client", err)
	}
	return c.print(r, old, stdout, stderr)
}

// print writes the report as it was asked for.
func (c *benchCmd) print(r, old *benchReport, stdout, stderr io.Writer) int {
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
		return start.Fail(stderr, "client", err)
	}
	return start.OK
}

// readBench reads what another run wrote with --json.
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
