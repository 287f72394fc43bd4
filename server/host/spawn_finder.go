package host

import (
	"sync"
	"time"

	"voxtide/world"
	"voxtide/world/worldgen"
)

// spawnFinder finds where new players begin, with a generator of its own. The places are kept. Where newcomers look depends on the land around, which is megabytes: it is
// remembered while they come, and forgotten when nobody has come for spawnRestAfter. Who comes then waits some milliseconds longer.
//
// Any goroutine may ask it.
type spawnFinder struct {
	mu   sync.Mutex // over what follows
	gen  worldgen.Generator
	idle *time.Timer // nil before anybody asks
}

// spawnRestAfter is how long nobody new comes until the land where players begin is forgotten.
const spawnRestAfter = 4 * time.Second

// point returns where the i-th player begins. The first call searches for the place: while it does others wait.
func (f *spawnFinder) point(i int) world.Vec {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.idle == nil {
		f.gen.SpawnYaw(0, 0) // the land around is remembered then
		f.asked()
	}
	return f.gen.Spawn(i)
}

// yaw returns where the i-th player looks at first; see worldgen.Generator.SpawnYaw.
func (f *spawnFinder) yaw(i, sun int) uint16 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked()
	return f.gen.SpawnYaw(i, sun)
}

// asked has the land be remembered for a while. The caller holds mu.
func (f *spawnFinder) asked() {
	if f.idle == nil {
		f.idle = time.AfterFunc(spawnRestAfter, f.rest)
		return
	}
	f.idle.Reset(spawnRestAfter)
}

// rest forgets the land, not the places that were found.
func (f *spawnFinder) rest() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.gen.Rest()
}

// close ends it. It is not asked afterwards.
func (f *spawnFinder) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.idle != nil {
		f.idle.Stop()
	}
}
