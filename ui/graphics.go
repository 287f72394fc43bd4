package ui

import (
	"fmt"
	"math"
)

// Preset is a quality with a name, for the page of graphics.
type Preset struct {
	Name, Label string
	View        int
	Resolution  float64
	Detail      int
	Clouds      bool
	Coarse      int
}

// Bounds and steps of the options of graphics.
const (
	ResolutionMin, ResolutionMax = 0.25, 1.0
	resolutionStep               = 0.05
	CoarseMin                    = 32
)

// DetailLabels are the values of Options.Detail as people read them.
var DetailLabels = [...]string{"Automatic", "Off", "On"}

// customLabel stands for options that are no preset's.
const customLabel = "Custom"

// preset returns which preset the options are, -1 for none.
func (u *UI) preset() int {
	o := &u.options
	for i := range u.cfg.Presets {
		p := &u.cfg.Presets[i]
		if p.View == o.View && p.Resolution == o.Resolution && p.Detail == o.Detail && p.Clouds == o.Clouds && p.Coarse == o.Coarse {
			return i
		}
	}
	return -1
}

// graphicRows are the rows of the page of graphics, from the top.
var graphicRows = []settingRow{
	func(u *UI, k *kit, r rect) bool {
		n := len(u.cfg.Presets)
		was := u.preset()
		at, label := was, customLabel
		if at < 0 {
			at = n // beyond the last: the next one is the first
		} else {
			label = u.cfg.Presets[at].Label
		}
		steps := n
		if was < 0 {
			steps = n + 1
		}
		if !k.choice(r, "Quality", &at, steps, label) || at == was || at >= n {
			return false
		}
		p, o := &u.cfg.Presets[at], &u.options
		o.View, o.Resolution, o.Detail, o.Clouds, o.Coarse = p.View, p.Resolution, p.Detail, p.Clouds, p.Coarse
		return true
	},
	viewRow,
	func(u *UI, k *kit, r rect) bool {
		at := int(math.Round((u.options.Resolution - ResolutionMin) / resolutionStep))
		steps := int(math.Round((ResolutionMax - ResolutionMin) / resolutionStep))
		changed := k.slider(r, "Resolution", &at, steps, fmt.Sprintf("%.0f%%", u.options.Resolution*100))
		if changed {
			u.options.Resolution = math.Round((ResolutionMin+float64(at)*resolutionStep)*100) / 100
		}
		return changed
	},
	func(u *UI, k *kit, r rect) bool {
		return k.choice(r, "Fine detail", &u.options.Detail, len(DetailLabels), DetailLabels[u.options.Detail])
	},
	func(u *UI, k *kit, r rect) bool { return k.toggle(r, "Clouds", &u.options.Clouds) },
	func(u *UI, k *kit, r rect) bool {
		at, value := 0, "nowhere" // 0, then CoarseMin and on in steps
		if u.options.Coarse > 0 {
			at, value = (u.options.Coarse-CoarseMin)/viewStep+1, fmt.Sprintf("from %d blocks", u.options.Coarse)
		}
		changed := k.slider(r, "Far land in large blocks", &at, (ViewMax-CoarseMin)/viewStep+1, value)
		if changed {
			u.options.Coarse = 0
			if at > 0 {
				u.options.Coarse = CoarseMin + (at-1)*viewStep
			}
		}
		return changed
	},
}

// viewRow is the row of the view distance.
func viewRow(u *UI, k *kit, r rect) bool {
	at := (u.options.View - ViewMin) / viewStep
	changed := k.slider(r, "View distance", &at, (ViewMax-ViewMin)/viewStep, fmt.Sprintf("%d blocks", u.options.View))
	if changed {
		u.options.View = ViewMin + at*viewStep
	}
	return changed
}

// graphicsPage changes what decides how long a picture takes, and tells how long it does.
func graphicsPage(u *UI, k *kit) {
	in := k.sheet(620, 2*pad+textHead+16+(len(graphicRows)+2)*(rowHeight+rowGap)+textSmall+12, "Graphics")
	foot := k.foot(&in, 1)
	if p50, p99, _ := u.times.quantiles(); p50 > 0 {
		k.words(&in, textSmall, colourDim, fmt.Sprintf("Now %.1f ms a picture, %.1f ms for the slowest of a hundred.", p50, p99))
		in.cut(0, k.px(6))
	}
	k.list(in, len(graphicRows), k.px(rowHeight), k.px(rowGap), &u.top().scroll, func(i int, at rect) {
		if graphicRows[i](u, k, at) {
			u.changed()
		}
	})
	if k.button(foot[0], "Done") {
		u.back()
	}
}
