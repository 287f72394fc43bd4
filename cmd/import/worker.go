package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/schematic/foreign"
	"voxtide/server/importer"
	"voxtide/settings"
	"voxtide/world"
)

// errUsage says that the command line is wrong.
var errUsage = errors.New("usage")

// worker is what the commands work with.
type worker struct {
	ctx            context.Context
	data           string
	stdout, stderr io.Writer

	importer *importer.Importer
	names    foreign.Translator
	damaged  int // foreign sections or chunks that could not be read
	outside  int // sections above or below the world
	told     time.Time
}

// target is a world to import into.
type target struct {
	World     string  `arg:"" help:"The world: its name, or a path with a slash."`
	X         int32   `help:"Blocks by which all is moved to the east; a multiple of 16." placeholder:"BLOCKS"`
	Y         int32   `help:"Up; a multiple of 16." placeholder:"BLOCKS"`
	Z         int32   `help:"To the south; a multiple of 16." placeholder:"BLOCKS"`
	From      string  `help:"One corner of the piece to import, in columns of the other world." placeholder:"X,Z"`
	To        string  `help:"The other corner." placeholder:"X,Z"`
	Seed      *uint64 `help:"Seed of a world that is made." placeholder:"N"`
	Generator int     `help:"Generator of a world that is made." placeholder:"N"`

	low, high [2]int32 // the piece, in sections, both inclusive
}

// check reads the piece.
func (t *target) check() error {
	if t.X%16 != 0 || t.Y%16 != 0 || t.Z%16 != 0 {
		return fmt.Errorf("%w: --x, --y and --z are multiples of 16", errUsage)
	}
	const all = 1 << 26
	t.low, t.high = [2]int32{-all, -all}, [2]int32{all, all}
	if t.From == "" && t.To == "" {
		return nil
	}
	from, err := numbers(t.From, 2)
	to, err2 := numbers(t.To, 2)
	if err != nil || err2 != nil {
		return fmt.Errorf("%w: --from and --to are two numbers each, such as -100,200", errUsage)
	}
	for i := range 2 {
		t.low[i], t.high[i] = min(from[i], to[i])>>4, max(from[i], to[i])>>4
	}
	return nil
}

// holds reports whether a column of sections of the other world belongs to the piece.
func (t *target) holds(x, z int32) bool {
	return x >= t.low[0] && x <= t.high[0] && z >= t.low[1] && z <= t.high[1]
}

// numbers reads numbers with commas between them.
func numbers(text string, n int) (out []int32, err error) {
	for part := range strings.SplitSeq(text, ",") {
		v, err := strconv.ParseInt(strings.TrimSpace(part), 10, 32)
		if err != nil {
			return nil, err
		}
		out = append(out, int32(v))
	}
	if len(out) != n {
		return nil, errUsage
	}
	return out, nil
}

// dir returns the folder of a world.
func (w *worker) dir(name string) (string, error) {
	home, err := settings.Home(w.data)
	if err != nil {
		return "", err
	}
	return settings.WorldDir(home, name)
}

// open opens the world to import into.
func (w *worker) open(t *target) (err error) {
	dir, err := w.dir(t.World)
	if err != nil {
		return err
	}
	seed := uint64(0)
	if t.Seed != nil {
		seed = *t.Seed
	}
	w.importer, err = importer.Open(dir, seed, t.Seed != nil, t.Generator, slog.New(slog.DiscardHandler))
	return err
}

// put puts a section of the other world, by its place there.
func (w *worker) put(t *target, p world.SectionPos, s *world.Section) error {
	p = world.SectionPos{X: p.X + t.X/16, Y: p.Y + t.Y/16, Z: p.Z + t.Z/16}
	if y := p.Origin().Y; y < world.MinY || y > world.MaxY {
		if s.NonAirCount() > 0 {
			w.outside++
		}
		return nil
	}
	return w.importer.Put(p, s)
}

// progress tells how far the work is, now and then, and returns why it must end.
func (w *worker) progress(done, all int, what string) error {
	if time.Since(w.told) > 3*time.Second {
		if !w.told.IsZero() {
			fmt.Fprintf(w.stderr, "%d of %d %s, %d sections written\n", done, all, what, w.importer.Sections)
		}
		w.told = time.Now()
	}
	return w.ctx.Err()
}

// report prints what was done.
func (w *worker) report(lines ...string) {
	i := w.importer
	fmt.Fprintf(w.stdout, "%d sections written, hash %016x\n", i.Sections, i.Hash())
	if i.Changed > 0 {
		fmt.Fprintf(w.stdout, "%d of them had been changed before: who X Y Z names the server for what is other now\n", i.Changed)
	}
	if w.outside > 0 {
		fmt.Fprintf(w.stdout, "%d sections lie above or below the world, whose y is %d to %d, and are left out; --y moves all\n", w.outside, world.MinY, world.MaxY)
	}
	if w.damaged > 0 {
		fmt.Fprintf(w.stdout, "%d could not be read and are left out\n", w.damaged)
	}
	for _, l := range append(lines, w.names.Report().Lines()...) {
		fmt.Fprintln(w.stdout, l)
	}
}

// end closes the world and returns the exit status.
func (w *worker) end(err error) int {
	if w.importer != nil {
		err = errors.Join(err, w.importer.Close())
	}
	switch {
	case err == nil:
		return cli.OK
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(w.stderr, "import: stopped; what was written is in the world")
		return cli.CtrlC
	case errors.Is(err, errUsage):
		fmt.Fprintf(w.stderr, "import: %s; see import --help\n", strings.TrimPrefix(err.Error(), "usage: "))
		return cli.Usage
	}
	fmt.Fprintf(w.stderr, "import: %v\n", err)
	return cli.Failed
}
