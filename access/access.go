// Package access says who may come into a world, who may give which commands there, and who may build where: operators,
// bans, a list of guests, claimed land and the spot where players begin.
//
// Owner: whoever owns the Book, which is the server; others get clones. Invariants: every list is bounded, so that no
// command can fill the memory; somebody who is known by a key is judged by the key alone; looking up whose land a cell is
// allocates nothing.
package access

import (
	"errors"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"voxtide/world"
)

// Identity is the public key of a player, zero where it is not known.
type Identity [32]byte

// Who is somebody: by key where that is known, else by name.
type Who struct {
	Name string
	Key  Identity
}

// Is tells whether an entry means somebody: one with a key means the key whatever the name, one without means the name.
func (w Who) Is(somebody Who) bool {
	if w.Key != (Identity{}) {
		return w.Key == somebody.Key
	}
	return w.Name == somebody.Name
}

// Ban shuts somebody out.
type Ban struct {
	Who    Who
	Until  int64 // seconds since 1970; 0 for ever
	Reason string
	By     string
}

// Over tells whether a ban has ended at a time in seconds since 1970; at 0 the time is not known and none has.
func (b *Ban) Over(now int64) bool { return b.Until != 0 && now != 0 && now >= b.Until }

// Guard says whether the list of guests counts.
type Guard uint8

// What Book.Guard can be.
const (
	AsConfigured Guard = iota
	GuardOn
	GuardOff
)

// Book is all that the package is about. Change its lists through its methods; after another change call Index.
type Book struct {
	Operators []Who
	Guests    []Who // the whitelist
	Guard     Guard
	Bans      []Ban
	Claims    []Claim
	Spawn     world.Pos // where new players begin, if SpawnSet
	SpawnSet  bool
	Day       int64 // how far the day has been moved on, in microseconds of the world's time

	cells map[cell][]int32 // of Claims, by cells of the land
}

// Bounds of a book.
const (
	NameMax     = 32     // bytes of a name
	ReasonMax   = 120    // bytes of a reason
	PeopleMax   = 10_000 // operators, and guests
	BansMax     = 50_000
	ClaimsMax   = 4096
	ClaimsEach  = 8  // claims of one player
	TrustedMax  = 32 // people who may build on a claim beside its owner
	ClaimAround = 32 // blocks from the middle of a claim to its edge

	spawnFar = 30_000_000 // blocks from the origin to where players begin, along X and Z: as far as commands reach
)

// What a book refuses.
var (
	ErrFull    = errors.New("access: no more room in the list")
	ErrOverlap = errors.New("access: the land belongs to somebody else")
	ErrMany    = errors.New("access: too many claims of one player")
	ErrBook    = errors.New("access: the book is wrong")
)

// Operator tells whether somebody is an operator.
func (b *Book) Operator(w Who) bool { return contains(b.Operators, w) }

// Guest tells whether somebody is on the list of guests. Operators are without being named there.
func (b *Book) Guest(w Who) bool { return contains(b.Guests, w) || b.Operator(w) }

// Banned returns the ban of somebody that has not ended at a time in seconds since 1970, nil if there is none.
func (b *Book) Banned(w Who, now int64) *Ban {
	for i := range b.Bans {
		if b.Bans[i].Who.Is(w) && !b.Bans[i].Over(now) {
			return &b.Bans[i]
		}
	}
	return nil
}

// AddOperator enters somebody; false if it was so already. Errors: ErrFull.
func (b *Book) AddOperator(w Who) (bool, error) { return add(&b.Operators, w) }

// AddGuest enters somebody; false if it was so already. Errors: ErrFull.
func (b *Book) AddGuest(w Who) (bool, error) { return add(&b.Guests, w) }

// RemoveOperator takes out whoever is meant, by name too; false if nobody was.
func (b *Book) RemoveOperator(w Who) bool { return remove(&b.Operators, w) }

// RemoveGuest takes out whoever is meant, by name too; false if nobody was.
func (b *Book) RemoveGuest(w Who) bool { return remove(&b.Guests, w) }

// AddBan enters a ban in the place of an earlier one of the same, and drops those that are over. Errors: ErrFull.
func (b *Book) AddBan(n Ban, now int64) error {
	b.Bans = slices.DeleteFunc(b.Bans, func(o Ban) bool { return o.Over(now) || same(o.Who, n.Who) })
	if len(b.Bans) >= BansMax {
		return ErrFull
	}
	b.Bans = append(b.Bans, n)
	return nil
}

// RemoveBan ends the bans of whoever is meant, by name too; false if there was none.
func (b *Book) RemoveBan(w Who) bool {
	n := len(b.Bans)
	b.Bans = slices.DeleteFunc(b.Bans, func(o Ban) bool { return same(o.Who, w) })
	return len(b.Bans) < n
}

// bind gives an entry that means somebody by name the key of that somebody; whether it did.
func bind(e *Who, w Who) bool {
	if e.Name != w.Name || e.Key != (Identity{}) || w.Key == (Identity{}) {
		return false
	}
	e.Key = w.Key
	return true
}

// Bind gives entries that mean somebody by name the key of that somebody, bans apart; whether any was changed. It is for
// somebody to whom the name belongs.
func (b *Book) Bind(w Who) (changed bool) {
	for i := range b.Operators {
		changed = bind(&b.Operators[i], w) || changed
	}
	for i := range b.Guests {
		changed = bind(&b.Guests[i], w) || changed
	}
	for i := range b.Claims {
		changed = bind(&b.Claims[i].Owner, w) || changed
		for j := range b.Claims[i].Trusted {
			changed = bind(&b.Claims[i].Trusted[j], w) || changed
		}
	}
	return changed
}

// BindBans is Bind for bans. Whoever knocks under a name that is shut out may be known by the key from then on.
func (b *Book) BindBans(w Who) (changed bool) {
	for i := range b.Bans {
		changed = bind(&b.Bans[i].Who, w) || changed
	}
	return changed
}

// Means reports whether an entry means somebody, or named them when no key was known: as an operator, a guest, the owner of a claim
// or one who is trusted there, or one who is shut out.
func (b *Book) Means(w Who) bool {
	means := func(e Who) bool { return same(e, w) }
	return slices.ContainsFunc(b.Operators, means) || slices.ContainsFunc(b.Guests, means) ||
		slices.ContainsFunc(b.Bans, func(n Ban) bool { return means(n.Who) }) ||
		slices.ContainsFunc(b.Claims, func(c Claim) bool { return means(c.Owner) || slices.ContainsFunc(c.Trusted, means) })
}

// Clone returns a copy that shares nothing that changes. Call Index before land is looked up in it.
func (b *Book) Clone() *Book {
	n := *b
	n.Operators, n.Guests, n.Bans = slices.Clone(b.Operators), slices.Clone(b.Guests), slices.Clone(b.Bans)
	n.Claims = slices.Clone(b.Claims)
	for i := range n.Claims {
		n.Claims[i].Trusted = slices.Clone(n.Claims[i].Trusted)
	}
	n.cells = nil
	return &n
}

// Check returns what is wrong with a book that came from elsewhere, an ErrBook, nil if nothing is.
func (b *Book) Check() error {
	if len(b.Operators) > PeopleMax || len(b.Guests) > PeopleMax || len(b.Bans) > BansMax || len(b.Claims) > ClaimsMax {
		return fmt.Errorf("%w: more than %d operators or guests, %d bans or %d claims", ErrBook, PeopleMax, BansMax, ClaimsMax)
	}
	for _, list := range [][]Who{b.Operators, b.Guests} {
		for _, w := range list {
			if err := w.check(); err != nil {
				return err
			}
		}
	}
	for i := range b.Bans {
		n := &b.Bans[i]
		if err := n.Who.check(); err != nil {
			return err
		}
		if len(n.Reason) > ReasonMax || !line(n.Reason) || n.Until < 0 || len(n.By) > NameMax || !line(n.By) {
			return fmt.Errorf("%w: the ban of %q", ErrBook, n.Who.Name)
		}
	}
	for i := range b.Claims {
		if err := b.Claims[i].check(); err != nil {
			return err
		}
	}
	if b.Day < 0 || b.Day >= int64(world.DayLength) {
		return fmt.Errorf("%w: the day is moved on by more than one", ErrBook)
	}
	if p := b.Spawn; b.SpawnSet && (!p.InHeight() || max(p.X, p.Z) > spawnFar || min(p.X, p.Z) < -spawnFar) {
		return fmt.Errorf("%w: players would begin outside the world", ErrBook)
	}
	return nil
}

func (w Who) check() error {
	if w.Name == "" || len(w.Name) > NameMax || !line(w.Name) {
		return fmt.Errorf("%w: a name is 1 to %d bytes of text, not %.40q", ErrBook, NameMax, w.Name)
	}
	return nil
}

// line tells whether a text is one line.
func line(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if unicode.IsControl(r) {
			return false
		}
	}
	return true
}

func contains(list []Who, w Who) bool {
	for _, e := range list {
		if e.Is(w) {
			return true
		}
	}
	return false
}

// same tells whether two entries mean the same somebody, or one was named that is known by a key.
func same(e, w Who) bool { return e.Is(w) || e.Name == w.Name }

func add(list *[]Who, w Who) (bool, error) {
	switch {
	case contains(*list, w):
		return false, nil
	case len(*list) >= PeopleMax:
		return false, ErrFull
	}
	*list = append(*list, w)
	return true, nil
}

func remove(list *[]Who, w Who) bool {
	n := len(*list)
	*list = slices.DeleteFunc(*list, func(e Who) bool { return same(e, w) })
	return len(*list) < n
}
