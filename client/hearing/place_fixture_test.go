package hearing

import (
	"slices"
	"testing"

	"voxtide/actions"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/sound"
	"voxtide/timestream"
	"voxtide/world"
)

// place is a world with two avatars, the own one (stream 1) and another one, and ears in it.
type place struct {
	t    *testing.T
	w    *world.World
	ears Ears
	sc   scene.Scene
	now  timestream.Time
	f    Frame
}

const frameSpan = 16 * timestream.Millisecond

// newPlace returns a world of stone below height 0 with the own avatar at (8, 0, 8) and another one at (12, 0, 8).
func newPlace(t *testing.T) *place {
	p := &place{t: t, w: world.New(), now: timestream.Time(5 * timestream.Second)}
	for x := int32(-2); x <= 2; x++ {
		for y := int32(-2); y <= 2; y++ {
			for z := int32(-2); z <= 2; z++ {
				b := world.Air
				if y < 0 {
					b = world.Stone
				}
				p.w.SetSection(world.SectionPos{X: x, Y: y, Z: z}, world.NewSection(b))
			}
		}
	}
	for s := timestream.Stream(1); s <= 2; s++ {
		p.w.AddStream(s, 0, 1)
		e := world.Entity{ID: world.AvatarID(s), Kind: world.KindAvatar, Stream: s}
		e.Motion.Flags = world.OnGround
		e.Motion.Pos = world.BottomCentre(world.Pos{X: int32(4 + 4*s), Z: 8})
		p.w.AddEntity(e)
	}
	p.sc.Entities = []scene.Entity{{}}
	for s := timestream.Stream(1); s <= 2; s++ {
		b := p.drawn(s)
		*b = scene.Entity{ID: uint64(world.AvatarID(s)), Kind: scene.EntityAvatar, Drawn: [3]float64{4.5 + 4*float64(s), 0, 8.5}}
	}
	p.sc.HeldItem.Light = [2]uint8{255, 0}
	p.frames(3)
	return p
}

// drawn returns the drawn avatar of a stream.
func (p *place) drawn(s timestream.Stream) *scene.Entity {
	if s == 1 {
		return &p.sc.OwnEntity
	}
	return &p.sc.Entities[0]
}

// motion changes the motion of an avatar.
func (p *place) motion(s timestream.Stream, change func(m *world.Motion)) {
	slot := p.w.Find(world.AvatarID(s))
	m := p.w.Entity(slot).Motion
	change(&m)
	p.w.SetMotion(slot, p.now, &m)
}

// set changes a block, and returns the change as a frame is told it.
func (p *place) set(at world.Pos, b world.Block) predict.BlockChange {
	before, _ := p.w.Block(at)
	p.w.SetBlock(at, b)
	return predict.BlockChange{Pos: at, Before: before}
}

// frame makes the next frame and returns the names of the sounds that begin with it.
func (p *place) frame(changed ...predict.BlockChange) (names []string) {
	p.now = p.now.Add(frameSpan)
	own := p.sc.OwnEntity.Drawn
	p.sc.Camera.Pos = [3]float64{own[0], own[1] + 1.6, own[2]}
	p.sc.Sounds = scene.Sounds{Begin: p.sc.Sounds.Begin[:0]}
	p.f.Scene, p.f.World, p.f.Now, p.f.Own, p.f.Changed = &p.sc, p.w, p.now, 1, changed
	p.ears.Hear(&p.f)
	for _, s := range p.sc.Sounds.Begin {
		names = append(names, s.ID.String())
	}
	p.sc.Refusals, p.f.Corrected = nil, false
	return names
}

// frames makes n frames and returns all sounds of them.
func (p *place) frames(n int) (names []string) {
	for range n {
		names = append(names, p.frame()...)
	}
	return names
}

// expect checks the names of sounds.
func (p *place) expect(what string, got []string, want ...string) {
	p.t.Helper()
	if !slices.Equal(got, want) {
		p.t.Errorf("%s: heard %v, not %v", what, got, want)
	}
}

// act adds an own un-acked action, and ack acks all.
func (p *place) act(a actions.Action) {
	a.Number = p.ears.newest + 1 + uint64(len(p.f.Unacked))
	p.f.Unacked = append(p.f.Unacked, a)
}

func (p *place) ack() {
	if n := len(p.f.Unacked); n > 0 {
		p.f.Acked, p.f.Unacked = p.f.Unacked[n-1].Number, nil
	}
}

// named returns the block of a name.
func named(t *testing.T, name string) world.Block {
	it, known := world.ItemNamed(name)
	if !known {
		t.Fatal(name)
	}
	return it.Block()
}

// walk moves a drawn avatar along X by some blocks in steps of a frame, with the phase of its legs.
func (p *place) walk(s timestream.Stream, blocks float64) (names []string) {
	const step = 0.07
	b := p.drawn(s)
	for walked := 0.0; walked < blocks; walked += step {
		b.Drawn[0] += step
		b.WalkPhase += float32(step * 2.2)
		b.WalkAmount = 0.8
		names = append(names, p.frame()...)
	}
	b.WalkAmount = 0
	return names
}

// level returns the level of a bed after the ears have been all around twice.
func (p *place) level(b sound.Bed) float64 {
	p.frames(2*aroundCells/cellsAFrame + 150)
	return float64(p.sc.Sounds.Beds[b].Level)
}

// count returns how often a name is in a list.
func count(names []string, name string) (n int) {
	for _, s := range names {
		if s == name {
			n++
		}
	}
	return n
}

func at(x, y, z int32) world.Pos { return world.Pos{X: x, Y: y, Z: z} }
