package sections

import (
	"fmt"

	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
)

// Source gives a server its sections: as the store has them, or else as they are generated. Only the server's owner calls it.
type Source interface {
	// Request asks for a section. It is called once for each section until Ready has given that section.
	Request(p world.SectionPos)
	// Ready returns a requested section that has arrived; false if none has. It never waits.
	Ready() (Loaded, bool)
	// Load returns a section at once, however long that takes: for the sections that the first step needs.
	Load(p world.SectionPos) Loaded
	// Immediate reports whether a requested section is ready at once, so that nobody has to ask ahead of the need.
	Immediate() bool
}

// Loaded is a section as a Source gives it.
type Loaded struct {
	Pos     world.SectionPos
	Section *world.Section      // owned by the table from now on
	Packed  []byte              // the section as protocol.Packer packs it; nil if nobody has packed it
	Changed bool                // it differs from the generated section
	Since   uint64              // Changes are complete from this edit on
	Changes []store.BlockChange // the changes since then, in order
	Biomes  protocol.Biomes
	Err     error // why the section cannot be read; the other fields mean nothing then
}

// Load builds a section from its record in the store. Any goroutine may call it with a packer of its own.
func Load(st store.Store, generate func(world.SectionPos) *world.Section, pack *protocol.Packer, p world.SectionPos) Loaded {
	stored, err := st.Section(p)
	if err != nil {
		return Loaded{Pos: p, Err: fmt.Errorf("server: section %v cannot be read: %w", p, err)}
	}
	return Build(stored, generate, pack, p)
}

// Build builds a section from its stored snapshot, or else the generated section, with the stored changes since.
func Build(stored store.Stored, generate func(world.SectionPos) *world.Section, pack *protocol.Packer, p world.SectionPos) Loaded {
	l := Loaded{Pos: p, Packed: stored.Packed, Changed: stored.Packed != nil || len(stored.Changes) > 0, Since: stored.Edits, Changes: stored.Changes}
	var err error
	if stored.Packed != nil {
		if l.Section, err = pack.Unpack(stored.Packed); err != nil {
			return Loaded{Pos: p, Err: fmt.Errorf("server: section %v is kept in a form that cannot be read: %w", p, err)}
		}
	} else if l.Section = generate(p); l.Section == nil {
		l.Section = world.NewSection(world.Air)
	}
	if len(stored.Changes) == 0 {
		return l
	}
	l.Section, l.Packed = store.Apply(l.Section, stored.Changes), nil
	return l
}

// OnDemand is a Source without workers, for tests and simulations: it builds a section when it is asked for it.
type OnDemand struct {
	Store    store.Store
	Generate func(world.SectionPos) *world.Section

	pack  protocol.Packer
	ready []Loaded
}

// Request implements Source.
func (l *OnDemand) Request(p world.SectionPos) { l.ready = append(l.ready, l.Load(p)) }

// Ready implements Source.
func (l *OnDemand) Ready() (r Loaded, ok bool) {
	if len(l.ready) == 0 {
		return r, false
	}
	r = l.ready[len(l.ready)-1]
	l.ready = l.ready[:len(l.ready)-1]
	return r, true
}

// Load implements Source.
func (l *OnDemand) Load(p world.SectionPos) Loaded { return Load(l.Store, l.Generate, &l.pack, p) }

// Immediate implements Source.
func (l *OnDemand) Immediate() bool { return true }
