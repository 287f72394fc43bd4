package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"voxtide/client/effects"
	"voxtide/cmd/internal/speaker"
	"voxtide/internal/stats"
	"voxtide/render"
	"voxtide/settings"
	"voxtide/sound"
)

// renderConfig returns how the renderer draws with the options, on top of what the environment forces. A new graphics
// option has its row in settings.Options and its line here.
func renderConfig(env render.Config, c *settings.Client) render.Config {
	env.ResolutionScale = float32(c.ResolutionScale)
	env.ForceReduced, env.ForceFull = c.Detail == settings.DetailPlain, c.Detail == settings.DetailRich
	env.NoClouds = !c.Clouds
	return env
}

// particles is the number of particles at once, by the option detail.
var particles = map[string]int{settings.DetailPlain: 0, settings.DetailAuto: 600, settings.DetailRich: 1200}

// effectsOf returns which visual effects the client adds with the options.
func effectsOf(c *settings.Client) effects.Options {
	return effects.Options{Particles: particles[c.Detail], ViewBobbing: c.ViewBobbing, SprintFOV: c.SprintFOV, Sounds: c.Sound.Volume > 0 || c.Sound.Subtitles}
}

// volumesOf returns how loud the groups of sounds are with the options.
func volumesOf(c *settings.Client) speaker.Volumes {
	v := speaker.Volumes{Master: float64(c.Sound.Volume) / 100}
	for g, percent := range [sound.GroupCount]int{sound.Blocks: c.Sound.Blocks, sound.Players: c.Sound.Players, sound.Ambience: c.Sound.Ambience, sound.Interface: c.Sound.Interface} {
		v.Groups[g] = float64(percent) / 100
	}
	return v
}

// presetLimits are the longest frame times of the measured scene for each preset but the fastest, in ms, the slowest
// preset first.
var presetLimits = []struct {
	ms   float64
	name string
}{{1.5, "ultra"}, {4, "high"}, {45, "medium"}, {90, "low"}}

// presetForTime returns the preset for a machine by its frame time of the measured scene, in ms.
func presetForTime(ms float64) string {
	for _, p := range presetLimits {
		if ms <= p.ms {
			return p.name
		}
	}
	return settings.Presets[0]
}

// presetGuard watches the frames after a player has chosen a faster machine's preset, and takes it back where this machine draws too few.
type presetGuard struct {
	before settings.Client // the options before the choice
	since  time.Duration   // of the choice; 0 while nothing is watched
	times  []float64       // of frames since, in ms
}

// What a preset has to do after it was chosen: in the frames from guardSettle to guardFor the median takes at most guardLimit ms.
const (
	guardSettle = 3 * time.Second // sections come and are meshed
	guardFor    = 8 * time.Second
	guardLimit  = 50
	guardFrames = 20 // at least, to judge by
)

// chosen begins to watch where a preset for a faster machine than before was chosen, and ends watching where another was.
func (g *presetGuard) chosen(now time.Duration, before, after *settings.Client) {
	if before.Preset == after.Preset {
		return
	}
	if slices.Index(settings.Presets, after.Preset) <= slices.Index(settings.Presets, before.Preset) {
		g.since = 0
		return
	}
	if g.since == 0 { // of several steps in a row the first is gone back to
		g.before = *before
	}
	g.since, g.times = now, g.times[:0]
}

// frame takes the time of a frame in ms; it reports whether the preset is too slow here. playing reports whether a world is shown.
func (g *presetGuard) frame(now time.Duration, ms float64, playing bool) bool {
	switch {
	case g.since == 0:
		return false
	case !playing: // the menu says nothing of a world
		g.since = now
		return false
	case now-g.since < guardSettle:
		return false
	case now-g.since < guardFor || len(g.times) < guardFrames:
		g.times = append(g.times, ms)
		return false
	}
	g.since = 0
	return stats.Percentile(g.times, 50) > guardLimit
}

// guardPreset goes back to the preset before one that is too slow here, and says so.
func (s *app) guardPreset(now time.Duration) {
	g := &s.display.guard
	if !g.frame(now, s.frameClock.ms, s.session != nil && s.session.entered) {
		return
	}
	o, tried := s.options, s.options.Preset
	for i := range settings.Options {
		if row := &settings.Options[i]; row.Name == "preset" || row.Presets != nil {
			row.CopyFrom(&o, &g.before)
		}
	}
	s.ui.SetOptions(o)
	s.applyOptions()
	s.say(fmt.Sprintf("The preset %s draws fewer than %d frames a second here: it is %s again.", tried, 1000/guardLimit, cmp.Or(o.Preset, settings.Custom)))
}
