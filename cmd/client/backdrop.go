package main

import (
	"math"
	"time"

	"voxtide/benchscene"
	"voxtide/client"
	"voxtide/scene"
	"voxtide/world"
)

// backdrop is the land behind the menu: made, lit and meshed as a session's, around a camera that stays in its place. The
// main goroutine owns it.
type backdrop struct {
	scene benchscene.Scene
	land  *client.Land
	feed  *benchscene.Feed
	home  world.SectionPos
	seen  float64 // how far it is shown: what has not come yet lies in the fog
	comes float64 // how far away sections come from by now, the nearest first
	began time.Duration
	last  time.Duration // picture
}

const (
	backdropView  = 128 // blocks, at most
	backdropComes = 8   // sections that come in one picture, so that the menu answers while they do
	backdropFirst = 24  // blocks that are shown at once
	backdropPace  = 48  // blocks in a second by which more is shown, as fast as it comes
)

// newBackdrop begins to make the land, as far as is seen.
func newBackdrop(look *pictures, view, coarse int, now time.Duration) *backdrop {
	b := &backdrop{scene: benchscene.Backdrop(), land: client.NewLand(look.looks, 1), seen: backdropFirst, began: now, last: now}
	b.land.SetCoarse(coarse)
	b.home = sectionOf(b.scene.Phases[0].Way(0, 0))
	b.feed = benchscene.NewFeed(&b.scene, sections(min(view, backdropView))+1, b.home)
	return b
}

// picture fills in a scene.
func (b *backdrop) picture(sc *scene.Scene, now time.Duration) {
	for range backdropComes {
		select {
		case m := <-b.feed.Out:
			b.land.Come(m.Pos, m.Section, m.Biomes)
			b.comes = max(b.comes, world.SectionSize*math.Hypot(float64(m.Pos.X-b.home.X), float64(m.Pos.Z-b.home.Z)))
			continue
		default:
		}
		break
	}
	b.seen = max(b.seen, min(b.seen+backdropPace*(now-b.last).Seconds(), b.comes-2*world.SectionSize))
	b.last = now
	l := b.scene.Phases[0].Way((now - b.began).Seconds(), 0)
	sc.Time = now.Microseconds()
	sc.Sky = scene.Sky{Day: b.scene.Day, Clouds: now.Seconds()}
	sc.Camera = scene.Camera{Pos: l.Pos, Yaw: float32(l.Yaw / 180 * math.Pi), Pitch: float32(l.Pitch / 180 * math.Pi)}
	b.land.Picture(sc)
}

// close ends its goroutines.
func (b *backdrop) close() {
	b.feed.Close()
	b.land.Close()
}

// noBackdrop ends what is behind the menu.
func (s *shell) noBackdrop() {
	if s.behind != nil {
		s.behind.close()
		s.behind = nil
		s.stage.r.Forget()
	}
}
