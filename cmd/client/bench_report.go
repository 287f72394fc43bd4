package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// benchVersion is that of the report: it changes when a number stops to mean what it meant.
const benchVersion = 1

// benchReport is what bench --json writes.
type benchReport struct {
	Version int           `json:"version"`
	Driver  string        `json:"driver"`
	Width   int           `json:"width"`
	Height  int           `json:"height"`
	View    int           `json:"view_blocks"`
	Coarse  int           `json:"coarse_from_blocks"` // 0: nothing is drawn coarse
	Scale   float64       `json:"resolution_scale"`
	CPUs    int           `json:"cpus"`
	Go      string        `json:"go"`
	Seconds float64       `json:"seconds_each"`
	Scenes  []*benchScene `json:"scenes"`
}

// benchScene is a scene that was measured.
type benchScene struct {
	Name   string       `json:"scene"`
	Land   benchLand    `json:"land"`
	Phases []benchPhase `json:"phases"`
}

// benchLand is what a scene's land took. Times of a section are of one that draws something, on one core, and in the middle.
type benchLand struct {
	Sections  int     `json:"sections"`   // that are held
	Drawn     int     `json:"with_mesh"`  // of them draw something
	Ready     float64 `json:"ready_s"`    // from nothing until all is made, lit, meshed and on the GPU
	Fill      float64 `json:"fill_us"`    // copying what a section's mesh depends on
	Light     float64 `json:"light_us"`   // computing its light
	Mesh      float64 `json:"mesh_us"`    // making its mesh
	MeanMesh  float64 `json:"mesh_mean"`  // likewise, on average
	MeanLight float64 `json:"light_mean"` // likewise
	WorstMesh float64 `json:"mesh_p99"`
	Quads     int     `json:"quads"` // of all sections that were timed
}

// benchPhase is a measurement.
type benchPhase struct {
	Name     string  `json:"phase"`
	Pictures int     `json:"pictures"`
	Median   float64 `json:"median_ms"` // of a picture: from its beginning to that of the next, the GPU being done
	P99      float64 `json:"p99_ms"`
	Max      float64 `json:"max_ms"`
	AllCPU   float64 `json:"all_cpu_ms"` // of processors, all threads and a software driver's included, on average: steadier than the clock where others work
	CPU      float64 `json:"cpu_ms"`     // handing it to the driver, in the middle
	Update   float64 `json:"update_ms"`  // following what changed in the land, urgent meshes included: the longest of 100
	Sections int     `json:"sections"`   // drawn, in the middle
	Quads    int     `json:"quads"`      // handed to the driver, in the middle
	Draws    int     `json:"draws"`      // runs of quads, in the middle
	Calls    int     `json:"calls"`      // draw calls of sections, in the middle
	Rebuilt  int     `json:"rebuilt"`    // pictures for which the draw list was made anew
	Uploaded int     `json:"uploaded"`   // meshes
	Allocs   float64 `json:"allocations"`
	Used     int     `json:"video_bytes_used"`
	Reserved int     `json:"video_bytes_reserved"`
}

// table prints the report for people.
func (r *benchReport) table(w io.Writer) {
	fmt.Fprintf(w, "%s\n%dx%d, view %d blocks, resolution scale %g, %s, %d CPUs, %s\n\n", r.Driver, r.Width, r.Height, r.View, r.Scale, r.far(), r.CPUs, r.Go)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "scene\tphase\tpictures\ta second\tmedian ms\tp99\tmax\tp99/med\tall cpu\tcpu\tupdate\tsections\tquads\tdraws\tcalls\tMB used\treserved\tallocs\t")
	for _, s := range r.Scenes {
		for _, p := range s.Phases {
			fmt.Fprintf(t, "%s\t%s\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f\t%.1f\t%.2f\t%.2f\t%d\t%d\t%d\t%d\t%.1f\t%.0f\t%.1f\t\n",
				s.Name, p.Name, p.Pictures, 1000/max(p.Median, 1e-3), p.Median, p.P99, p.Max, p.P99/max(p.Median, 1e-3), p.AllCPU, p.CPU, p.Update,
				p.Sections, p.Quads, p.Draws, p.Calls, float64(p.Used)/1e6, float64(p.Reserved)/1e6, p.Allocs)
		}
	}
	t.Flush()
	fmt.Fprintln(w)
	fmt.Fprintln(t, "scene\tsections\twith mesh\tready s\tfill us\tlight us\tmesh us\tmean light\tmean mesh\tp99 mesh\tquads\t")
	for _, s := range r.Scenes {
		l := &s.Land
		fmt.Fprintf(t, "%s\t%d\t%d\t%.1f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%d\t\n", s.Name, l.Sections, l.Drawn, l.Ready, l.Fill, l.Light, l.Mesh, l.MeanLight,
			l.MeanMesh, l.WorstMesh, l.Quads)
	}
	t.Flush()
}

// far says what is drawn coarse.
func (r *benchReport) far() string {
	if r.Coarse == 0 {
		return "nothing coarse"
	}
	return fmt.Sprintf("coarse from %d blocks on", r.Coarse)
}

// compare prints the ratios of what was measured to another run, for what both measured.
func (r *benchReport) compare(old *benchReport, w io.Writer) {
	fmt.Fprintf(w, "\nNew divided by old: below 1 is better.\n")
	if old.Driver != r.Driver || old.Width != r.Width || old.Height != r.Height || old.View != r.View || old.Scale != r.Scale || old.Coarse != r.Coarse || old.CPUs != r.CPUs {
		fmt.Fprintf(w, "The other run was not alike: %s, %dx%d, view %d, scale %g, %s, %d CPUs.\n", old.Driver, old.Width, old.Height, old.View, old.Scale, old.far(), old.CPUs)
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
			o, land := old.find(s.Name, p.Name)
			if o == nil {
				fmt.Fprintf(t, "%s\t%s\tnot in the other run\t\n", s.Name, p.Name)
				continue
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", s.Name, p.Name, ratio(p.Median, o.Median), ratio(p.P99, o.P99), ratio(p.Max, o.Max),
				ratio(p.AllCPU, o.AllCPU),
				ratio(float64(p.Quads), float64(o.Quads)), ratio(float64(p.Draws), float64(o.Draws)), ratio(float64(p.Used), float64(o.Used)),
				ratio(s.Land.Ready, land.Ready), ratio(s.Land.MeanLight, land.MeanLight), ratio(s.Land.MeanMesh, land.MeanMesh))
		}
	}
	t.Flush()
}

// find returns a measurement by name; nil if there is none.
func (r *benchReport) find(scene, phase string) (*benchPhase, *benchLand) {
	for _, s := range r.Scenes {
		for i := range s.Phases {
			if s.Name == scene && s.Phases[i].Name == phase {
				return &s.Phases[i], &s.Land
			}
		}
	}
	return nil, nil
}
