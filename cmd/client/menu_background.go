package main

import (
	"math"
	"time"

	"voxtide/client/benchscene"
	"voxtide/client/terrain"
	"voxtide/render/scene"
	"voxtide/world"
)

// menuBackground is the terrain behind the menu: generated, lit and meshed as that of a session, around a camera in one
// place. The main goroutine owns it.
type menuBackground struct {
	scene   benchscene.Scene
	terrain *terrain.Standalone
	loader  *benchscene.Loader
	home    world.SectionPos
	visible float64 // view distance now, in blocks: fog hides sections that are not loaded yet
	loaded  float64 // distance of the last loaded section, in blocks; the nearest load first
	began   time.Duration
	last    time.Duration // frame
}

const (
	menuBackgroundView  = 128 // blocks at most
	menuBackgroundLoads = 8   // sections loaded in one frame, so that the menu answers while they load
	menuBackgroundFirst = 24  // blocks shown at once
	menuBackgroundPace  = 48  // blocks a second by which the view grows, as fast as sections load
)

// newMenuBackground starts to load the terrain, up to a view distance.
func newMenuBackground(look *assets, view int, detail terrain.Detail, now time.Duration) *menuBackground {
	b := &menuBackground{scene: benchscene.MenuScene(), terrain: terrain.NewStandalone(look.faces, 1), visible: menuBackgroundFirst, began: now, last: now}
	b.terrain.SetDetail(detail)
	b.home = sectionOf(b.scene.Phases[0].Path(0, 0))
	b.loader = benchscene.NewLoader(&b.scene, sectionsIn(min(view, menuBackgroundView))+1, b.home)
	return b
}

// frame fills the scene of a frame.
func (b *menuBackground) frame(sc *scene.Scene, now time.Duration) {
	for range menuBackgroundLoads {
		select {
		case m := <-b.loader.Out:
			b.terrain.Load(m.Pos, m.Section, m.Biomes)
			b.loaded = max(b.loaded, world.SectionSize*math.Hypot(float64(m.Pos.X-b.home.X), float64(m.Pos.Z-b.home.Z)))
			continue
		default:
		}
		break
	}
	b.visible = max(b.visible, min(b.visible+menuBackgroundPace*(now-b.last).Seconds(), b.loaded-2*world.SectionSize))
	b.last = now
	l := b.scene.Phases[0].Path((now - b.began).Seconds(), 0)
	sc.Time = now.Microseconds()
	sc.Sky = scene.Sky{TimeOfDay: b.scene.Day, CloudDrift: now.Seconds()}
	sc.Camera = scene.Camera{Pos: l.Pos, Yaw: float32(l.Yaw / 180 * math.Pi), Pitch: float32(l.Pitch / 180 * math.Pi)}
	b.terrain.Frame(sc)
}

// close ends the goroutines of the background.
func (b *menuBackground) close() {
	b.loader.Close()
	b.terrain.Close()
}
