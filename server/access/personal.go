package access

import (
	"fmt"
	"slices"
	"strings"

	"voxtide/world"
)

// PersonalBook holds what players have chosen for themselves and what waits for them, and the places that have names.
type PersonalBook struct {
	Personals []Personal
	Warps     []Warp
}

// Personal is what a player has chosen, and what waits for them.
type Personal struct {
	Principal Principal
	OffMap    bool     // the map does not show them
	World     string   // of several of the server, in which they were last; "": the first
	Ignored   []string // names of players of whom they read nothing
	Letters   []Letter // for when they come; the oldest first
}

// Letter is a line that a player left for another one.
type Letter struct {
	From string
	At   int64 // seconds since 1970; 0: unknown
	Text string
}

// Warp is a place with a name.
type Warp struct {
	Name string // a word in lower case
	At   world.Pos
}

// Bounds of a PersonalBook.
const (
	PersonalsMax = 10_000
	IgnoredMax   = 64
	LettersMax   = 16  // of a player
	LetterMax    = 240 // bytes
	WarpsMax     = 256
)

// Personal returns what a principal has chosen, nil if that is nothing. It is lent until the next change.
func (b *PersonalBook) Personal(w Principal) *Personal {
	for i := range b.Personals {
		if b.Personals[i].Principal.Matches(w) {
			return &b.Personals[i]
		}
	}
	return nil
}

// ChangePersonal changes what a principal has chosen; an entry that says nothing goes. Errors: ErrFull, and those of change, with which nothing changes.
func (b *PersonalBook) ChangePersonal(w Principal, change func(*Personal) error) error {
	i := slices.IndexFunc(b.Personals, func(p Personal) bool { return p.Principal.Matches(w) })
	next := Personal{Principal: w}
	if i >= 0 {
		next = b.Personals[i]
		next.Ignored, next.Letters = slices.Clone(next.Ignored), slices.Clone(next.Letters)
	}
	if err := change(&next); err != nil {
		return err
	}
	empty := !next.OffMap && next.World == "" && len(next.Ignored) == 0 && len(next.Letters) == 0
	switch {
	case i >= 0 && empty:
		b.Personals = slices.Delete(b.Personals, i, i+1)
	case i >= 0:
		b.Personals[i] = next
	case empty:
	case len(b.Personals) >= PersonalsMax:
		return fmt.Errorf("%w: of %d players something is kept already", ErrFull, PersonalsMax)
	default:
		b.Personals = append(b.Personals, next)
	}
	return nil
}

// Ignores reports whether a principal reads nothing of a player.
func (b *PersonalBook) Ignores(w Principal, name string) bool {
	p := b.Personal(w)
	return p != nil && p.ignores(name)
}

func (p *Personal) ignores(name string) bool {
	return slices.ContainsFunc(p.Ignored, func(n string) bool { return strings.EqualFold(n, name) })
}

// Ignore adds a name to those of whom a player reads nothing, or takes it out. Errors: ErrFull.
func (p *Personal) Ignore(name string, on bool) error {
	p.Ignored = slices.DeleteFunc(p.Ignored, func(n string) bool { return strings.EqualFold(n, name) })
	switch {
	case !on:
	case len(p.Ignored) >= IgnoredMax:
		return fmt.Errorf("%w: %d players are ignored already", ErrFull, IgnoredMax)
	default:
		p.Ignored = append(p.Ignored, name)
	}
	return nil
}

// AddLetter adds a letter. Errors: ErrFull.
func (p *Personal) AddLetter(l Letter) error {
	if len(p.Letters) >= LettersMax {
		return fmt.Errorf("%w: %d letters wait already", ErrFull, LettersMax)
	}
	p.Letters = append(p.Letters, l)
	return nil
}

// Warp returns the place of a name, nil if there is none.
func (b *PersonalBook) Warp(name string) *Warp {
	for i := range b.Warps {
		if b.Warps[i].Name == name {
			return &b.Warps[i]
		}
	}
	return nil
}

// SetWarp gives a place a name, in the place of an earlier one of that name. Errors: ErrFull.
func (b *PersonalBook) SetWarp(w Warp) error {
	if old := b.Warp(w.Name); old != nil {
		*old = w
		return nil
	}
	if len(b.Warps) >= WarpsMax {
		return fmt.Errorf("%w: there are %d warps already", ErrFull, WarpsMax)
	}
	b.Warps = append(b.Warps, w)
	slices.SortFunc(b.Warps, func(a, b Warp) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// RemoveWarp removes a place by its name; false if there is none.
func (b *PersonalBook) RemoveWarp(name string) bool {
	n := len(b.Warps)
	b.Warps = slices.DeleteFunc(b.Warps, func(w Warp) bool { return w.Name == name })
	return len(b.Warps) < n
}

// clonePersonal returns a copy that shares nothing that changes: ChangePersonal copies what an entry holds.
func (b *PersonalBook) clonePersonal() PersonalBook {
	return PersonalBook{Personals: slices.Clone(b.Personals), Warps: slices.Clone(b.Warps)}
}

// validatePersonal is the part of Validate about a PersonalBook.
func (b *PersonalBook) validatePersonal() error {
	if len(b.Personals) > PersonalsMax || len(b.Warps) > WarpsMax {
		return fmt.Errorf("%w: more than %d players with something of their own, or %d warps", ErrInvalid, PersonalsMax, WarpsMax)
	}
	for i := range b.Personals {
		p := &b.Personals[i]
		if err := p.Principal.validate(); err != nil {
			return err
		}
		ok := len(p.Ignored) <= IgnoredMax && len(p.Letters) <= LettersMax
		for _, name := range p.Ignored {
			ok = ok && name != "" && isText("", name)
		}
		for _, l := range p.Letters {
			ok = ok && isText("", l.From) && len(l.Text) <= LetterMax && isOneLine(l.Text) && l.At >= 0
		}
		if !ok {
			return fmt.Errorf("%w: what is kept of %q", ErrInvalid, p.Principal.Name)
		}
	}
	for i, w := range b.Warps {
		if w.Name == "" || w.Name != strings.ToLower(w.Name) || strings.Contains(w.Name, " ") || !isText("", w.Name) || !w.At.InHeight() ||
			max(w.At.X, w.At.Z) > spawnCoordMax || min(w.At.X, w.At.Z) < -spawnCoordMax || slices.IndexFunc(b.Warps, func(o Warp) bool { return o.Name == w.Name }) != i {
			return fmt.Errorf("%w: the warp %.40q", ErrInvalid, w.Name)
		}
	}
	return nil
}
