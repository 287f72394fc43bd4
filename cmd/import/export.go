package main

import (
	"fmt"
	"log/slog"

	"voxtide/schematic"
	"voxtide/server/building"
	"voxtide/server/host"
	"voxtide/server/importer"
)

// exportBox reads a box of a world that no program has open.
func exportBox(dir string, box building.Box) (c building.Copied, err error) {
	if !host.IsWorld(dir) {
		return c, fmt.Errorf("%s is no world", dir)
	}
	if !schematic.Fits(box.Size()) {
		return c, fmt.Errorf("%w: a schematic has at most %d cells", errUsage, schematic.CellsMax)
	}
	i, err := importer.Open(dir, 0, false, 0, slog.New(slog.DiscardHandler))
	if err != nil {
		return c, err
	}
	defer i.Close()
	return building.Copy(i.Read, box, box.Low)
}
