package bots

import (
	"fmt"
	"io"
)

// figuresHead is the head of the table that Figures prints.
const figuresHead = `| players | part | s | ack of the crowd: p50 / p90 / p99 / max, ms | ack of the probe: p50 / p99 / max, ms (acks) | steps: p50 / p99, ms | cores: server / bots | server, MB | sections: needed / sent | whole frames | MB down, each | full views | pictures a second |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

// FiguresHead prints the head of the table of Figures.
func FiguresHead(out io.Writer) { io.WriteString(out, figuresHead) }

// Figures prints the parts of a crowd's run as rows of a table in Markdown. The acks of a probe, a run of its own beside the crowd, are
// put to the part in which their actions were made, by the wall clock that both share; nil: there was none.
func Figures(out io.Writer, crowd, probe *Report) {
	for i := range crowd.Parts {
		p := &crowd.Parts[i]
		beside, server := "", fmt.Sprintf(" | / %.2f | ", p.CPU)
		if probe != nil {
			d := p.Beside(probe)
			beside = fmt.Sprintf("%.0f / %.0f / %.0f (%d)", d.P50, d.P99, d.Max, d.N)
		}
		sent, whole := "", ""
		if s := p.Server; s != nil {
			server = fmt.Sprintf("%.1f / %.1f | %.2f / %.2f | %.0f", s.P50, s.P99, s.CPU, p.CPU, s.Memory/1e6)
			sent, whole = fmt.Sprintf("%.0f", s.Sections), fmt.Sprintf("%.0f", s.WholeFrames)
		}
		fmt.Fprintf(out, "| %d | %s | %.1f | %.0f / %.0f / %.0f / %.0f | %s | %s | %d / %s | %s | %.2f | %d of %d | %.1f |\n",
			crowd.Players, p.Name, p.Seconds, p.Acks.P50, p.Acks.P90, p.Acks.P99, p.Acks.Max, beside, server, p.Needed, sent, whole, p.Down/1e6, p.FullViews, p.Players, p.Pictures)
	}
}

// Points prints what a plot draws of a crowd's run, one line: players; of the steady part the steps' p50 and p99 and the acks' p99; then the probe's
// p99 in the steady part and in the join.
func Points(out io.Writer, crowd, probe *Report) {
	join, steady := crowd.Part(partJoin), crowd.Part(partSteady)
	if join == nil || steady == nil {
		return
	}
	var s ServerLoad
	if steady.Server != nil {
		s = *steady.Server
	}
	fmt.Fprintf(out, "%d %.2f %.2f %.1f", crowd.Players, s.P50, s.P99, steady.Acks.P99)
	if probe != nil {
		fmt.Fprintf(out, " %.1f %.1f", steady.Beside(probe).P99, join.Beside(probe).P99)
	}
	fmt.Fprintln(out)
}
