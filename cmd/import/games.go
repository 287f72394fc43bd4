package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"voxtide/schematic/anvil"
	"voxtide/schematic/luantimap"
	"voxtide/schematic/schemfile"
	"voxtide/server/building"
	"voxtide/world"
)

type anvilCmd struct {
	Source string `arg:"" help:"The folder of the world, or its folder region."`
	target
}

// Sections of Minecraft's worlds from 1.18 on, by height.
const anvilLow, anvilHigh = -4, 19

func (c *anvilCmd) run(w *worker) error {
	if err := c.target.check(); err != nil {
		return err
	}
	dir := c.Source
	if inner := filepath.Join(dir, "region"); isDir(inner) {
		dir = inner
	}
	files, err := filepath.Glob(filepath.Join(dir, "r.*.*.mca"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s has no region files (r.X.Z.mca): give the folder of a world of Minecraft", c.Source)
	}
	if err := w.open(&c.target); err != nil {
		return err
	}
	chunks, signs, boxes := 0, 0, 0
	old := error(nil)
	for n, file := range files {
		var rx, rz int32
		if _, err := fmt.Sscanf(filepath.Base(file), "r.%d.%d.mca", &rx, &rz); err != nil {
			continue
		}
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		for i := range anvil.RegionChunks * anvil.RegionChunks {
			x, z := int32(i%anvil.RegionChunks), int32(i/anvil.RegionChunks)
			if !c.holds(rx*anvil.RegionChunks+x, rz*anvil.RegionChunks+z) {
				continue
			}
			chunk, err := anvil.Read(f, int(x), int(z), &w.names)
			if err != nil {
				if w.damaged++; errors.Is(err, anvil.ErrOld) {
					old = err
				}
				continue
			}
			if chunk == nil {
				continue
			}
			chunks, signs, boxes = chunks+1, signs+chunk.Signs, boxes+chunk.Boxes
			for j := range chunk.Found {
				chunk.Found[j].Count(chunk.Found[j].Cells)
			}
			for y := int32(anvilLow); y <= anvilHigh; y++ {
				s := chunk.Sections[y]
				if s == nil {
					s = world.NewSection(world.Air)
				}
				if err := w.put(&c.target, world.SectionPos{X: chunk.X, Y: y, Z: chunk.Z}, s); err != nil {
					f.Close()
					return err
				}
			}
			if err := w.progress(n, len(files), "region files"); err != nil {
				f.Close()
				return err
			}
		}
		f.Close()
	}
	if chunks == 0 && old != nil {
		return old
	}
	w.report(fmt.Sprintf("%d chunks of %d region files, %d texts of signs; %d boxes without what they held", chunks, len(files), signs, boxes))
	return nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

type luantiCmd struct {
	File string `arg:"" help:"The file map.sqlite of a world."`
	target
}

func (c *luantiCmd) run(w *worker) error {
	if err := c.target.check(); err != nil {
		return err
	}
	if _, err := os.Stat(c.File); err != nil {
		return err
	}
	m, err := openMap(c.File)
	if err != nil {
		return err
	}
	defer m.Close()
	all, err := m.Count()
	if err != nil {
		return err
	}
	if err := w.open(&c.target); err != nil {
		return err
	}
	d := luantimap.NewDecoder()
	defer d.Close()
	n := 0
	tooLarge, err := m.Each(func(p world.SectionPos, data []byte) error {
		if n++; !c.holds(p.X, p.Z) {
			return nil
		}
		b, err := d.Decode(data, &w.names)
		if err != nil {
			w.damaged++
			return nil
		}
		if b.Section == nil {
			return nil
		}
		for i := range b.Found {
			b.Found[i].Count(b.Found[i].Cells)
		}
		if err := w.put(&c.target, p, b.Section); err != nil {
			return err
		}
		return w.progress(n, all, "map blocks")
	})
	if err != nil {
		return err
	}
	w.damaged += tooLarge
	w.report(fmt.Sprintf("%d map blocks read", n))
	return nil
}

type exportCmd struct {
	World string `arg:"" help:"The world: its name, or a path with a slash."`
	Low   string `arg:"" name:"from" help:"One corner: X,Y,Z."`
	High  string `arg:"" name:"to" help:"The other corner."`
	File  string `arg:"" help:"The file: its end, .schem, .mts or .vxs, says the format. It must not be there."`
}

func (c *exportCmd) run(w *worker) error {
	from, err := numbers(c.Low, 3)
	to, err2 := numbers(c.High, 3)
	if err != nil || err2 != nil {
		return fmt.Errorf("%w: a corner is three numbers, such as 0,60,-20", errUsage)
	}
	box := building.BoxOf(world.Pos{X: from[0], Y: from[1], Z: from[2]}, world.Pos{X: to[0], Y: to[1], Z: to[2]})
	if err := box.Check(); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	end := strings.TrimPrefix(filepath.Ext(c.File), ".")
	dir, err := w.dir(c.World)
	if err != nil {
		return err
	}
	copied, err := exportBox(dir, box)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(c.File, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if err := errors.Join(schemfile.Write(end, out, copied.Schematic), out.Close()); err != nil {
		return errors.Join(err, os.Remove(c.File))
	}
	fmt.Fprintf(w.stdout, "%s: %d cells %v; %d boxes without what they hold\n", c.File, copied.Cells(), box, copied.Boxes)
	return nil
}
