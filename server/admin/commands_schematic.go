package admin

import (
	"fmt"
	"strings"

	"voxtide/schematic/schemfile"
	"voxtide/server/building"
	"voxtide/server/rollback"
)

// schematicCommand saves the clipboard into a file, loads a file into it, or lists the files. All of it happens beside the loop.
func schematicCommand(o *invocation) {
	if o.backend == nil {
		o.unsupported()
		return
	}
	files, file := o.backend.Schematics(), o.arg("FILE").Text
	if files == nil {
		o.unsupported()
		return
	}
	if file != "" && !schemfile.ValidName(file) {
		o.fail("schematic: %q is no name of a file here: letters, digits, hyphens and underscores, with .schem, .mts or .vxs behind them if you like", file)
		return
	}
	q := &rollback.Query{Kind: rollback.Work, Text: "schematic"}
	switch o.arg("WHAT").Text {
	case "list":
		q.Work = func(building.Read) (func() []string, error) {
			lines, err := files.List()
			return func() []string { return lines }, err
		}
	case "save":
		c := o.clipboard()
		if c == nil {
			return
		}
		format := o.arg("FORMAT").Text
		q.Work = func(building.Read) (func() []string, error) {
			name, report, err := files.Save(file, format, c)
			return func() []string {
				return append([]string{fmt.Sprintf("saved as %s: %d cells", name, c.Cells())}, report.Lines()...)
			}, err
		}
	default:
		x, stream, most := o.Executor, o.by.Stream, o.mostCells()
		q.Work = func(building.Read) (func() []string, error) {
			s, report, err := files.Load(file)
			if err != nil {
				return nil, err
			}
			if n := int64(s.Cells()); n > most {
				return nil, fmt.Errorf("it has %d cells, and you may change %d at once", n, most)
			}
			return func() []string {
				x.builders.Of(stream).Clip = s
				text := fmt.Sprintf("loaded: %d by %d by %d; //paste shows it", s.Size[0], s.Size[1], s.Size[2])
				return append([]string{text}, report.Lines()...)
			}, nil
		}
	}
	q.Text = strings.TrimSpace("schematic " + o.arg("WHAT").Text + " " + file)
	o.queryHistory(q)
}
