package world

import (
	"math/bits"

	"voxtide/timestream"
)

// The hash of a world is the XOR of the hashes of its parts, so that a setter costs only what it changes. It is made to
// find divergence, not to resist an adversary. The mixing step is the folded 128-bit product of wyhash.

func mix(h, v uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, v^0xd1342543de82ef95)
	return hi ^ lo
}

func (s Subscription) hash() uint64 {
	if s.Epoch == 0 {
		return 0
	}
	v := uint64(s.Epoch) << 1
	if s.Confirmed {
		v |= 1
	}
	return mix(PosHash(Pos(s.Section)), v)
}

// PosHash returns a hash of a position.
func PosHash(p Pos) uint64 {
	return mix(mix(5, uint64(uint32(p.X))|uint64(uint32(p.Z))<<32), uint64(uint32(p.Y)))
}

// cellHash goes by the name of a state, not by its number, which may differ in the next version: the states with constants count by
// their number, which is for ever.
func cellHash(i int, b Block) uint64 {
	v := uint64(b)
	if int(b) < BlockCount {
		v = contentHashes[b]
	}
	return mix(mix(6, uint64(i)<<16^v), v)
}

// contentHashes holds what a state adds to a hash.
var contentHashes = func() (t [BlockCount]uint64) {
	for b := range t {
		if t[b] = uint64(b); Block(b) >= firstGenerated {
			t[b] = nameHash(Blocks[b].Name) | 1<<63
		}
	}
	return t
}()

// runCells is the grain of runHashes: a row.
const runCells = 16

// runHashes holds, by block and n, the XOR of the hashes of the block in the first n*runCells cells of a section: of the blocks with constants, of which
// most land is.
var runHashes = func() (t [firstGenerated][SectionCells/runCells + 1]uint64) {
	for b := range t {
		h := uint64(0)
		for i := range SectionCells {
			h ^= cellHash(i, Block(b))
			t[b][i/runCells+1] = h
		}
	}
	return t
}()

// runHash returns the XOR of the hashes of one block in cells from..to-1.
func runHash(b Block, from, to int) (h uint64) {
	if b >= firstGenerated || from%runCells != 0 || to%runCells != 0 {
		for i := from; i < to; i++ {
			h ^= cellHash(i, b)
		}
		return h
	}
	return runHashes[b][from/runCells] ^ runHashes[b][to/runCells]
}

// SectionHash returns the hash of a section at a position, from the hash of its content.
func SectionHash(p SectionPos, content uint64) uint64 { return mix(PosHash(Pos(p)), content) }

func stackHash(slot int, s Stack) uint64 {
	if s.Count == 0 {
		return 0
	}
	return mix(uint64(slot)+7, uint64(s.Item)<<8|uint64(s.Wear)<<24|uint64(s.Count))
}

// Hash returns the hash of an entity's whole state.
func (e *Entity) Hash() uint64 {
	m := &e.Motion
	h := mix(uint64(e.ID), uint64(e.Kind)|uint64(e.Stream)<<8)
	h = mix(h, uint64(e.At))
	h = mix(h, uint64(e.Block)|uint64(e.Stack.Item)<<16|uint64(e.Stack.Count)<<32|uint64(e.Stack.Wear)<<40)
	if e.Born != 0 {
		h = mix(h, uint64(e.Born)+2)
	}
	for i := range m.Pos {
		h = mix(h, uint64(m.Pos[i]))
		h = mix(h, uint64(m.Vel[i]))
	}
	h = mix(h, uint64(m.BlockedVel[0])<<32^uint64(m.BlockedVel[1]))
	h = mix(h, uint64(m.Keys)|uint64(m.Yaw)<<16|uint64(m.Flags)<<32|uint64(m.BreakingBlock)<<40)
	h = mix(h, PosHash(m.BreakingPos)^uint64(m.BreakingSince))
	h = mix(h, uint64(m.ActFullAt))
	h = mix(h, uint64(m.PlaceFullAt))
	h = mix(h, uint64(m.BreakFullAt))
	h = mix(h, uint64(m.ChatFullAt))
	if m.HitFullAt != 0 {
		h = mix(h, uint64(m.HitFullAt)+1)
	}
	if m.KickAt != 0 {
		h = mix(mix(h, uint64(m.KickAt)), uint64(m.Kick[0])<<40^uint64(m.Kick[1])<<20^uint64(m.Kick[2])^uint64(m.KickHarm)<<60)
	}
	return m.Needs.hash(h)
}

// nameHash returns a hash of a name.
func nameHash(s string) uint64 {
	h := uint64(len(s))
	for i := range len(s) {
		h = mix(h, uint64(s[i]))
	}
	return h
}

func (n *Needs) hash(h uint64) uint64 {
	if *n == (Needs{}) {
		return h
	}
	h = mix(h, uint64(n.Damage)|uint64(n.Hunger)<<8|uint64(n.Eating)<<16|uint64(uint32(n.FellFrom))<<32)
	for _, t := range [...]timestream.Time{n.HungryAt, n.MendsAt, n.BreathTo, n.TouchesAt, n.EatingSince} {
		h = mix(h, uint64(t))
	}
	return h
}
