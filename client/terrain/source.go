package terrain

import "voxtide/world"

// Source is where a View looks up the sections that are shown.
type Source interface {
	// Section returns a section that must not be changed, nil if it is not loaded.
	Section(p world.SectionPos) *world.Section
	// Awaited reports whether a section that is not loaded has been promised: it is being resent.
	Awaited(p world.SectionPos) bool
}
