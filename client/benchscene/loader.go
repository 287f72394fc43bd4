package benchscene

import (
	"cmp"
	"slices"

	"voxtide/protocol"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// HeightRadius is how many sections above and below the camera are loaded, as many as a server sends.
const HeightRadius = 8

// LoadedSection is a generated section with its biomes.
type LoadedSection struct {
	Pos     world.SectionPos
	Section *world.Section
	Biomes  protocol.Biomes
}

// Loader generates the sections around a camera in its own goroutine, nearest first, as a server does.
//
// Owner: one goroutine calls MoveTo and Close and receives from Out. Out holds few sections, so the loader waits for its owner.
type Loader struct {
	Out  <-chan LoadedSection
	want chan world.SectionPos
	stop chan struct{}
	done chan struct{}
}

// NewLoader begins to load the sections of a scene within view sections around a camera.
func NewLoader(s *Scene, view int, at world.SectionPos) *Loader {
	out := make(chan LoadedSection, 32)
	f := &Loader{Out: out, want: make(chan world.SectionPos, 1), stop: make(chan struct{}), done: make(chan struct{})}
	f.want <- at
	go f.work(out, s.NewGenerator(), view)
	return f
}

// MoveTo sets the section of the camera. It does not block.
func (f *Loader) MoveTo(at world.SectionPos) {
	select {
	case <-f.want:
	default:
	}
	f.want <- at
}

// Close ends the goroutine.
func (f *Loader) Close() {
	close(f.stop)
	<-f.done
}

// work generates the sections around the camera. A new position interrupts it.
func (f *Loader) work(out chan<- LoadedSection, generate Generator, view int) {
	defer close(f.done)
	biomes := newBiomeLookup()
	order := SectionOffsets(view)
	sent := map[world.SectionPos]bool{}
	var at world.SectionPos
	i := len(order)
	for {
		if i == len(order) {
			select {
			case at = <-f.want:
				i = 0
			case <-f.stop:
				return
			}
		} else {
			select {
			case p := <-f.want:
				if p != at {
					at, i = p, 0
				}
			case <-f.stop:
				return
			default:
			}
		}
		if i == 0 {
			for p := range sent {
				if !InView(p, at, view+KeepMargin) {
					delete(sent, p)
				}
			}
		}
		o := order[i]
		i++
		p := world.SectionPos{X: at.X + o.X, Y: at.Y + o.Y, Z: at.Z + o.Z}
		if sent[p] || !p.Origin().InHeight() {
			continue
		}
		sent[p] = true
		m := LoadedSection{Pos: p, Section: generate(p), Biomes: biomes(p)}
		select {
		case out <- m:
		case <-f.stop:
			return
		}
	}
}

// KeepMargin is how many sections beyond the view sections stay loaded.
const KeepMargin = 2

// SectionOffsets returns the sections around one within a view, nearest first.
func SectionOffsets(view int) (out []world.SectionPos) {
	for y := int32(-HeightRadius); y <= HeightRadius; y++ {
		for z := int32(-view); z <= int32(view); z++ {
			for x := int32(-view); x <= int32(view); x++ {
				if p := (world.SectionPos{X: x, Y: y, Z: z}); InView(p, world.SectionPos{}, view) {
					out = append(out, p)
				}
			}
		}
	}
	far := func(p world.SectionPos) int32 { return p.X*p.X + p.Y*p.Y + p.Z*p.Z }
	slices.SortStableFunc(out, func(a, b world.SectionPos) int { return cmp.Compare(far(a), far(b)) })
	return out
}

// InView reports whether a section lies in the upright cylinder of a view around the section at.
func InView(p, at world.SectionPos, view int) bool {
	x, y, z := p.X-at.X, p.Y-at.Y, p.Z-at.Z
	return int(x*x+z*z) <= view*(view+1) && y >= -HeightRadius-KeepMargin && y <= HeightRadius+KeepMargin
}

// newBiomeLookup returns a function that returns the biomes of a section. It caches columns.
func newBiomeLookup() func(p world.SectionPos) protocol.Biomes {
	g := worldgen.Of(generator, seed)
	known := map[[2]int32]protocol.Biomes{}
	return func(p world.SectionPos) (b protocol.Biomes) {
		key := [2]int32{p.X, p.Z}
		if b, ok := known[key]; ok {
			return b
		}
		o := p.Origin()
		for i := range b {
			b[i] = uint8(g.Biome(o.X+int32(i%4)*4+2, o.Z+int32(i/4)*4+2))
		}
		if len(known) > 1<<14 {
			clear(known)
		}
		known[key] = b
		return b
	}
}
