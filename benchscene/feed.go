package benchscene

import (
	"cmp"
	"slices"

	"voxtide/protocol"
	"voxtide/world"
	"voxtide/worldgen"
)

// Up is how far sections are made above and below the camera, in sections: as far as a server sends them.
const Up = 8

// Made is a section that a Feed has made.
type Made struct {
	Pos     world.SectionPos
	Section *world.Section
	Biomes  protocol.Biomes
}

// Feed makes land around a camera, nearest first, in a goroutine of its own, as a server does.
//
// Owner: one goroutine calls Around and Close and reads Out. Out holds few sections, so the maker waits for its owner.
type Feed struct {
	Out  <-chan Made
	want chan world.SectionPos
	stop chan struct{}
	done chan struct{}
}

// NewFeed begins to make land of a scene within so many sections around a camera.
func NewFeed(s *Scene, view int, at world.SectionPos) *Feed {
	out := make(chan Made, 32)
	f := &Feed{Out: out, want: make(chan world.SectionPos, 1), stop: make(chan struct{}), done: make(chan struct{})}
	f.want <- at
	go f.work(out, s.Maker(), view)
	return f
}

// Around tells where the camera is now. It does not wait.
func (f *Feed) Around(at world.SectionPos) {
	select {
	case <-f.want:
	default:
	}
	f.want <- at
}

// Close ends the goroutine.
func (f *Feed) Close() {
	close(f.stop)
	<-f.done
}

// work makes what is wanted; a new place interrupts it.
func (f *Feed) work(out chan<- Made, maker Maker, view int) {
	defer close(f.done)
	biomes := biomesOf()
	order := Offsets(view)
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
				if !Within(p, at, view+Slack) {
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
		m := Made{Pos: p, Section: maker(p), Biomes: biomes(p)}
		select {
		case out <- m:
		case <-f.stop:
			return
		}
	}
}

// Slack is how many sections beyond the view land is kept.
const Slack = 2

// Offsets returns the sections around one within a view, nearest first.
func Offsets(view int) (out []world.SectionPos) {
	for y := int32(-Up); y <= Up; y++ {
		for z := int32(-view); z <= int32(view); z++ {
			for x := int32(-view); x <= int32(view); x++ {
				if p := (world.SectionPos{X: x, Y: y, Z: z}); Within(p, world.SectionPos{}, view) {
					out = append(out, p)
				}
			}
		}
	}
	far := func(p world.SectionPos) int32 { return p.X*p.X + p.Y*p.Y + p.Z*p.Z }
	slices.SortStableFunc(out, func(a, b world.SectionPos) int { return cmp.Compare(far(a), far(b)) })
	return out
}

// Within tells whether a section lies in the upright cylinder of a view.
func Within(p, at world.SectionPos, view int) bool {
	x, y, z := p.X-at.X, p.Y-at.Y, p.Z-at.Z
	return int(x*x+z*z) <= view*(view+1) && y >= -Up-Slack && y <= Up+Slack
}

// biomesOf returns what tells the biomes of sections; it remembers columns.
func biomesOf() func(p world.SectionPos) protocol.Biomes {
	g := worldgen.New(seed)
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
