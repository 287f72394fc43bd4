package effects

import (
	"math"

	"voxtide/client/cell"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// bursts throws particles when a block is broken or placed. It follows the blocks that look different, so an own action
// shows in the frame that takes it, and the server's confirmation throws no more particles.
type bursts struct {
	recent [recentMax]burst
	next   int // of recent, to be overwritten next
}

// burst is a change of a block that particles were thrown for. The same change is not shown again soon, because a
// correction may undo and repeat it.
type burst struct {
	at          world.Pos
	before, now world.Block
	time        timestream.Time
}

const (
	recentMax     = 64
	sameBurstFor  = 300 * timestream.Millisecond // less than a player needs to break, place and break again
	piecesPerEdge = 3                            // pieces of a broken block along an edge
	changesMax    = 24                           // changes in a frame; more are terrain that loads
)

// playedRecently reports whether a burst was shown within sameBurstFor, and notes it if not.
func (r *bursts) playedRecently(e burst) bool {
	for i := range r.recent {
		if p := &r.recent[i]; p.at == e.at && p.before == e.before && p.now == e.now && p.time > 0 && e.time.Sub(p.time) < sameBurstFor {
			return true
		}
	}
	r.recent[r.next] = e
	r.next = (r.next + 1) % recentMax
	return false
}

// add throws particles for the changes of a frame. A frame with refusals throws none: its changes are actions taken back.
func (r *bursts) add(f *Frame, d *particles, changed []predict.BlockChange) {
	if len(f.Scene.Refusals) == 0 && len(changed) <= changesMax {
		for i := range changed {
			r.addChange(f, d, &changed[i])
		}
	}
}

// addChange throws the pieces of a broken block or the dust of a placed one.
func (r *bursts) addChange(f *Frame, d *particles, change *predict.BlockChange) {
	b, ok := f.World.BlockAt(change.Pos, f.Now)
	was, is := change.Before.Info(), b.Info()
	broken := change.Before != world.Air && !was.Liquid && (b == world.Air || is.Liquid)
	placed := b != world.Air && !is.Liquid && (change.Before == world.Air || was.Liquid || was.Replaceable)
	if !ok || broken == placed || !cell.Within(change.Pos, f.Scene.Camera.Pos, particleDistanceMax) {
		return
	}
	if r.playedRecently(burst{change.Pos, change.Before, b, f.Now}) {
		return
	}
	light := f.lightAt(change.Pos)
	low := [3]float64{float64(change.Pos.X), float64(change.Pos.Y), float64(change.Pos.Z)}
	if placed {
		d.addPlaced(low, b, light)
		return
	}
	if was.Falls && fallingBlockNear(f.Scene, change.Before, low) {
		return // it did not break but falls
	}
	d.addBroken(low, change.Before, light)
}

// addStruck throws chips from the chest of each player of whom the server has told that they were struck: never before it is told,
// because nothing of a struck body is predicted.
func (d *particles) addStruck(f *Frame) {
	for i := range f.Scene.Struck {
		id := f.Scene.Struck[i].ID
		for k := -1; k < len(f.Scene.Entities); k++ {
			b := &f.Scene.OwnEntity
			if k >= 0 {
				b = &f.Scene.Entities[k]
			}
			at := cell.At(b.Drawn)
			if b.ID != id || !cell.Within(at, f.Scene.Camera.Pos, particleDistanceMax) {
				continue
			}
			for range struckChips {
				x, z := d.randomWithin(0.35), d.randomWithin(0.35)
				d.add(particle{
					pos: [3]float64{b.Drawn[0] + x, b.Drawn[1] + 1 + 0.5*d.random(), b.Drawn[2] + z}, vel: [3]float64{5 * x, 1 + 2*d.random(), 5 * z},
					size: 0.07, block: world.RedWool, light: f.lightAt(at), lifetime: 0.4 + 0.3*float32(d.random()),
				})
			}
		}
	}
}

const struckChips = 14

// addPlaced adds the dust around the foot of a placed block.
func (d *particles) addPlaced(low [3]float64, b world.Block, light [2]uint8) {
	for range 8 {
		x, z := d.randomWithin(0.55), d.randomWithin(0.55)
		d.add(particle{
			pos: [3]float64{low[0] + 0.5 + x, low[1] + 0.06, low[2] + 0.5 + z}, vel: [3]float64{2 * x, 0.6 + d.random(), 2 * z},
			size: 0.06, block: b, light: light, lifetime: 0.3 + 0.2*float32(d.random()),
		})
	}
}

// addBroken adds the pieces of a broken block.
func (d *particles) addBroken(low [3]float64, b world.Block, light [2]uint8) {
	for i := range piecesPerEdge * piecesPerEdge * piecesPerEdge {
		var at, vel [3]float64
		for a, n := range [3]int{i % piecesPerEdge, i / piecesPerEdge % piecesPerEdge, i / piecesPerEdge / piecesPerEdge} {
			by := (float64(n) + 0.5) / piecesPerEdge
			at[a] = low[a] + by
			vel[a] = (by-0.5)*4 + d.randomWithin(0.9)
		}
		vel[1] += 1.6
		d.add(particle{pos: at, vel: vel, size: 0.08 + 0.06*float32(d.random()), block: b, light: light, lifetime: 0.5 + 0.6*float32(d.random())})
	}
}

// fallingBlockNear reports whether a falling block of a kind is near the cell from which it would have fallen.
func fallingBlockNear(sc *scene.Scene, b world.Block, low [3]float64) bool {
	for i := range sc.Entities {
		body := &sc.Entities[i]
		if body.Kind == scene.EntityFallingBlock && body.Block == uint16(b) &&
			math.Abs(body.Drawn[0]-low[0]-0.5) < 0.6 && math.Abs(body.Drawn[2]-low[2]-0.5) < 0.6 && math.Abs(body.Drawn[1]-low[1]) < 2 {
			return true
		}
	}
	return false
}
