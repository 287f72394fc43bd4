package main

import (
	"voxtide/client/effects"
	"voxtide/cmd/internal/speaker"
	"voxtide/render"
	"voxtide/settings"
	"voxtide/sound"
)

// renderConfig returns how the renderer draws with the options, on top of what the environment forces. A new graphics
// option has its row in settings.Options and its line here.
func renderConfig(env render.Config, c *settings.Client) render.Config {
	env.ResolutionScale = float32(c.ResolutionScale)
	env.ForceReduced, env.ForceFull = c.Detail == settings.DetailPlain, c.Detail == settings.DetailRich
	env.NoClouds, env.NoShadows, env.Samples = !c.Clouds, !c.Shadows, c.Antialiasing
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

// slowMachineFPS is the frame rate to hold where the first start measures a machine that is too slow for preset medium.
const slowMachineFPS = 30

// presetForTime returns the preset for a machine by its frame time of the measured scene, in ms.
func presetForTime(ms float64) string {
	for _, p := range presetLimits {
		if ms <= p.ms {
			return p.name
		}
	}
	return settings.Presets[0]
}
