package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"voxtide/client/terrain"
	"voxtide/internal/stats"
	"voxtide/render"
)

// benchVersion is the version of the report. It changes when the meaning of a number changes.
const benchVersion = 1

// benchReport is the JSON that bench --json writes. Where a key has a new name, the old one stands beside it, and is read.
type benchReport struct {
	Version     int           `json:"version"`
	Driver      string        `json:"driver"`
	Width       int           `json:"width"`
	Height      int           `json:"height"`
	View        int           `json:"view_blocks"`
	LODDistance int           `json:"coarse_from_blocks"`  // 0: all sections are drawn in full
	LODBlocks   int           `json:"lod_distance_blocks"` // the same
	Scale       float64       `json:"resolution_scale"`
	Samples     int           `json:"samples"` // of a pixel, where fine detail is drawn
	CPUs        int           `json:"cpus"`
	Go          string        `json:"go"`
	Seconds     float64       `json:"seconds_each"`
	Scenes      []*benchScene `json:"scenes"`
}

// benchScene is a measured scene.
type benchScene struct {
	Name    string        `json:"scene"`
	Terrain benchTerrain  `json:"land"`
	Same    *benchTerrain `json:"terrain"` // the same
	Phases  []benchPhase  `json:"phases"`
}

// benchTerrain is the cost of a scene's terrain. Times of a section are medians of sections with a mesh, on one core.
type benchTerrain struct {
	Sections  int     `json:"sections"`   // loaded
	WithMesh  int     `json:"with_mesh"`  // of them
	Ready     float64 `json:"ready_s"`    // from nothing until all sections are generated, lit, meshed and on the GPU
	Fill      float64 `json:"fill_us"`    // copying a section and its neighbours
	Light     float64 `json:"light_us"`   // computing the light
	Mesh      float64 `json:"mesh_us"`    // building the mesh
	MeanMesh  float64 `json:"mesh_mean"`  // mean of mesh_us
	MeanLight float64 `json:"light_mean"` // mean of light_us
	WorstMesh float64 `json:"mesh_p99"`
	Quads     int     `json:"quads"` // of all timed sections
}

// benchPhase is the measurement of one phase of a scene. Numbers without another word are medians over its frames.
type benchPhase struct {
	Name      string  `json:"phase"`
	Frames    int     `json:"pictures"`
	Drawn     int     `json:"frames"`    // the same
	Median    float64 `json:"median_ms"` // frame time: from the beginning of a frame to that of the next, with the GPU's part
	P99       float64 `json:"p99_ms"`
	Max       float64 `json:"max_ms"`
	AllCPU    float64 `json:"all_cpu_ms"`          // mean processor time of all threads, a software driver included: steadier than the clock on a busy machine
	Work      float64 `json:"frame_cpu_ms"`        // processor time of all threads in a frame, which other programs do not make longer
	WorkWorst float64 `json:"frame_cpu_p99_ratio"` // its 99th percentile divided by its median
	GPU       float64 `json:"gpu_ms"`              // the driver's part of a frame, by its own clock; 0 where it has none
	Present   float64 `json:"present_ms"`          // handing the frame to the screen; 0 with --no-present
	Overdraw  float64 `json:"overdraw"`            // how often a pixel is drawn by opaque land, on average of one frame
	CPU       float64 `json:"cpu_ms"`              // handing a frame to the driver
	Update    float64 `json:"update_ms"`           // following changes of the terrain, with urgent meshes: the 99th percentile

	Passes map[string]float64 `json:"passes_ms,omitempty"` // the driver's part of each pass, by render.PassNames
	byTurns

	Sections  int     `json:"sections"` // drawn
	Quads     int     `json:"quads"`    // handed to the driver
	Draws     int     `json:"draws"`    // runs of quads
	DrawCalls int     `json:"calls"`    // of sections
	Rebuilt   int     `json:"rebuilt"`  // frames that rebuilt the draw list
	Uploaded  int     `json:"uploaded"` // meshes
	Allocs    float64 `json:"allocations"`
	Used      int     `json:"video_bytes_used"`
	Reserved  int     `json:"video_bytes_reserved"`
}

// setTimes sets the figures of times of frames and their processor times, in ms.
func (p *benchPhase) setTimes(times, work []float64) {
	p.Median, p.P99, p.Max = stats.Percentile(times, 50), stats.Percentile(times, 99), stats.Percentile(times, 100)
	if p.Work = stats.Percentile(work, 50); p.Work > 0 {
		p.WorkWorst = stats.Percentile(work, 99) / p.Work
	}
}

// setTimes sets the figures of timed sections.
func (t *benchTerrain) setTimes(timed []terrain.MeshTiming) {
	const us = 1e6
	var fill, light, mesh []float64
	for _, s := range timed {
		fill, light, mesh = append(fill, us*s.Fill.Seconds()), append(light, us*s.Light.Seconds()), append(mesh, us*s.Mesh.Seconds())
		t.Quads += s.Quads
	}
	t.Fill, t.Light, t.Mesh, t.WorstMesh = stats.Percentile(fill, 50), stats.Percentile(light, 50), stats.Percentile(mesh, 50), stats.Percentile(mesh, 99)
	t.MeanLight, t.MeanMesh = mean(light), mean(mesh)
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(cmp.Or(len(values), 1))
}

// table prints the report as tables.
func (r *benchReport) table(w io.Writer) {
	fmt.Fprintf(w, "%s\n%dx%d, view %d blocks, resolution scale %g, samples %d where detail is fine, %s, %d CPUs, %s\n\n", r.Driver, r.Width, r.Height, r.View, r.Scale, r.Samples, r.lodText(), r.CPUs, r.Go)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "scene\tphase\tframes\tfps\tmedian ms\tp99\tmax\tp99/med\tall cpu\tp99/med\tgpu\tcpu\tpresent\tupdate\tsections\tquads\tdraws\tcalls\toverdraw\tMB used\treserved\tallocs\t")
	for _, s := range r.Scenes {
		for _, p := range s.Phases {
			fmt.Fprintf(t, "%s\t%s\t%d\t%.1f\t%.2f\t%.2f\t%.1f\t%.2f\t%.1f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%d\t%d\t%d\t%d\t%.2f\t%.1f\t%.0f\t%.1f\t\n",
				s.Name, p.Name, p.Frames, 1000/max(p.Median, 1e-3), p.Median, p.P99, p.Max, p.P99/max(p.Median, 1e-3), p.AllCPU, p.WorkWorst, p.GPU, p.CPU, p.Present, p.Update,
				p.Sections, p.Quads, p.Draws, p.DrawCalls, p.Overdraw, float64(p.Used)/1e6, float64(p.Reserved)/1e6, p.Allocs)
		}
	}
	t.Flush()
	r.farTable(w)
	r.directionTable(w)
	fmt.Fprintf(w, "\nms of the driver by pass\n")
	fmt.Fprintf(t, "scene\tphase\t%s\t\n", strings.Join(render.PassNames[:], "\t"))
	for _, s := range r.Scenes {
		for _, p := range s.Phases {
			fmt.Fprintf(t, "%s\t%s\t", s.Name, p.Name)
			for _, name := range render.PassNames {
				fmt.Fprintf(t, "%.2f\t", p.Passes[name])
			}
			fmt.Fprintln(t)
		}
	}
	t.Flush()
	fmt.Fprintln(w)
	fmt.Fprintln(t, "scene\tsections\twith mesh\tready s\tfill us\tlight us\tmesh us\tmean light\tmean mesh\tp99 mesh\tquads\t")
	for _, s := range r.Scenes {
		l := &s.Terrain
		fmt.Fprintf(t, "%s\t%d\t%d\t%.1f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%d\t\n", s.Name, l.Sections, l.WithMesh, l.Ready, l.Fill, l.Light, l.Mesh, l.MeanLight,
			l.MeanMesh, l.WorstMesh, l.Quads)
	}
	t.Flush()
}

// farTable prints what the land beyond the view adds, if it was compared.
func (r *benchReport) farTable(w io.Writer) {
	r.phaseTable(w, "land beyond the view, by turns", "pairs\twithout ms\twith ms\tadded\twithout cpu\twith cpu\tadded cpu", func(p *benchPhase) string {
		f := p.Far
		if f == nil {
			return ""
		}
		return fmt.Sprintf("%d\t%.2f\t%.2f\t%.1f%%\t%.1f\t%.1f\t%.1f%%", f.Pairs, f.Without, f.With, 100*f.Added, f.WithoutWork, f.WithWork, 100*f.AddedWork)
	})
}

// directionTable prints what a turn costs by direction, if that was measured.
func (r *benchReport) directionTable(w io.Writer) {
	const columns = "directions\tturns\tmedian ms\tworst\tworst/median\tmedian cpu\tworst\tworst/median"
	r.phaseTable(w, "directions of a turn: the median of each over several turns", columns, func(p *benchPhase) string {
		d := p.Directions
		if d == nil {
			return ""
		}
		return fmt.Sprintf("%d\t%d\t%.2f\t%.2f\t%.2f\t%.1f\t%.1f\t%.2f", d.Directions, d.Turns, d.Median, d.Worst, d.Ratio, d.MedianWork, d.WorstWork, d.WorkRatio)
	})
}

// phaseTable prints a table with a row for each phase that has one; nothing if none has.
func (r *benchReport) phaseTable(w io.Writer, title, columns string, row func(*benchPhase) string) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := "\n" + title + "\n"
	for _, s := range r.Scenes {
		for i := range s.Phases {
			cells := row(&s.Phases[i])
			if cells == "" {
				continue
			}
			if head != "" {
				fmt.Fprint(w, head)
				fmt.Fprintf(t, "scene\tphase\t%s\t\n", columns)
				head = ""
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t\n", s.Name, s.Phases[i].Name, cells)
		}
	}
	t.Flush()
}

// lodText returns the LOD distance in words.
func (r *benchReport) lodText() string {
	if r.LODDistance == 0 {
		return "no LOD"
	}
	return fmt.Sprintf("LOD from %d blocks", r.LODDistance)
}

// compare prints the ratios of the measurements to another run's, for the phases of both.
func (r *benchReport) compare(old *benchReport, w io.Writer) {
	fmt.Fprintf(w, "\nNew divided by old: below 1 is better.\n")
	if old.Driver != r.Driver || old.Width != r.Width || old.Height != r.Height || old.View != r.View || old.Scale != r.Scale || old.LODDistance != r.LODDistance || old.CPUs != r.CPUs {
		fmt.Fprintf(w, "The other run was different: %s, %dx%d, view %d, scale %g, %s, %d CPUs.\n", old.Driver, old.Width, old.Height, old.View, old.Scale, old.lodText(), old.CPUs)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "scene\tphase\tmedian\tp99\tmax\tall cpu\tquads\tdraws\tbytes\tready\tlight\tmesh\t")
	ratio := func(a, b float64) string {
		if b == 0 {
			return "-"
		}
		return fmt.Sprintf("%.2f", a/b)
	}
	for _, s := range r.Scenes {
		for i := range s.Phases {
			p := &s.Phases[i]
			o, terrain := old.phase(s.Name, p.Name)
			if o == nil {
				fmt.Fprintf(t, "%s\t%s\tnot in the other run\t\n", s.Name, p.Name)
				continue
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", s.Name, p.Name, ratio(p.Median, o.Median), ratio(p.P99, o.P99), ratio(p.Max, o.Max),
				ratio(p.AllCPU, o.AllCPU),
				ratio(float64(p.Quads), float64(o.Quads)), ratio(float64(p.Draws), float64(o.Draws)), ratio(float64(p.Used), float64(o.Used)),
				ratio(s.Terrain.Ready, terrain.Ready), ratio(s.Terrain.MeanLight, terrain.MeanLight), ratio(s.Terrain.MeanMesh, terrain.MeanMesh))
		}
	}
	t.Flush()
}

// phase returns the measurement of a phase by name, nil if there is none.
func (r *benchReport) phase(scene, phase string) (*benchPhase, *benchTerrain) {
	for _, s := range r.Scenes {
		for i := range s.Phases {
			if s.Name == scene && s.Phases[i].Name == phase {
				return &s.Phases[i], &s.Terrain
			}
		}
	}
	return nil, nil
}
