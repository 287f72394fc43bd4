package predict

import (
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

// staleFinder finds the bodies that are not predicted and stay as they were received: bodies of other streams near a
// section that is missing here, and bodies that are too old.
type staleFinder struct{ around []loadedAround } // by slot

// loadedAround caches whether a section around a body is missing. It holds while the body stays in the same sections and
// no section comes or goes.
type loadedAround struct {
	lo, hi  world.SectionPos
	version uint64 // Received.sectionsVersion
	missing bool
}

// staleAgeMax is how much older than the own stream another stream or a body may be to be predicted, and so how far back a
// sweep goes. A correct server sends nothing older; bodies from a faulty server stay as they were received.
const staleAgeMax = timestream.Minute

// PredictsFrom returns the instant before which streams and bodies are not predicted.
func (r *Received) PredictsFrom() timestream.Time {
	if st := r.R.W.Stream(r.Own); st != nil {
		return st.Stamp.Add(-staleAgeMax)
	}
	return 0
}

// StaleBodies returns the bodies, by slot, that must stay as they were received: those of other streams near a section
// that is missing here, and those that are too old. It uses dst's memory.
func (r *Received) StaleBodies(dst []bool) []bool {
	return r.stale.find(dst, r.R.W, r.Own, r.PredictsFrom(), r.sectionsVersion)
}

// find returns the stale bodies by slot, in dst's memory.
func (f *staleFinder) find(dst []bool, w *world.World, own timestream.Stream, oldest timestream.Time, version uint64) []bool {
	dst = dst[:0]
	for range w.EntitySlotCount() {
		dst = append(dst, false)
	}
	for len(f.around) < len(dst) {
		f.around = append(f.around, loadedAround{})
	}
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		for _, s := range w.AwakeAt(i) {
			e := w.Entity(s)
			dst[s] = e.At < oldest || of != own && f.around[s].isMissing(w, version, e.Motion.Pos.Block())
		}
	}
	return dst
}

// isMissing reports whether a section within sim.KnownReach of a block is missing.
func (l *loadedAround) isMissing(w *world.World, version uint64, at world.Pos) bool {
	const r = sim.KnownReach
	lo := world.Pos{X: at.X - r, Y: max(at.Y-r, world.MinY), Z: at.Z - r}.Section()
	hi := world.Pos{X: at.X + r, Y: min(at.Y+r, world.MaxY), Z: at.Z + r}.Section()
	if l.lo != lo || l.hi != hi || l.version != version {
		*l = loadedAround{lo, hi, version, !hasSections(w, lo, hi)}
	}
	return l.missing
}

// hasSections reports whether a world holds all sections of a box.
func hasSections(w *world.World, lo, hi world.SectionPos) bool {
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				if !w.HasSection(world.SectionPos{X: x, Y: y, Z: z}) {
					return false
				}
			}
		}
	}
	return true
}
