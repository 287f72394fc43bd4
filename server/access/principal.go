package access

import (
	"errors"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Bounds of the lists.
const (
	NameMax         = 32     // bytes of a name
	ReasonMax       = 120    // bytes of a reason
	PeopleMax       = 10_000 // operators; and whitelist
	BansMax         = 50_000
	ClaimsMax       = 4096
	ClaimsPerPlayer = 8  // claims of one player
	TrustedMax      = 32 // players who may build on a claim beside its owner
	ClaimRadiusMax  = 32 // blocks from the middle of a claim to its edge

	spawnCoordMax = 30_000_000 // blocks from the origin to the spawn point, along X and Z: as far as commands reach
)

// Errors of the lists.
var (
	ErrFull          = errors.New("access: no more room in the list")
	ErrOverlap       = errors.New("access: the land belongs to somebody else")
	ErrTooManyClaims = errors.New("access: too many claims of one player")
	ErrInvalid       = errors.New("access: the book is wrong")
)

// Identity is the public key of a player, zero where it is not known.
type Identity [32]byte

// Principal is a player, recognized by the key where that is known, else by the name.
type Principal struct {
	Name string
	Key  Identity
}

// Matches reports whether an entry stands for a principal: one with a key by the key alone, one without by the name.
func (w Principal) Matches(somebody Principal) bool {
	if w.Key != (Identity{}) {
		return w.Key == somebody.Key
	}
	return w.Name == somebody.Name
}

func (w Principal) validate() error {
	if w.Name == "" || len(w.Name) > NameMax || !isOneLine(w.Name) {
		return fmt.Errorf("%w: a name is 1 to %d bytes of text, not %.40q", ErrInvalid, NameMax, w.Name)
	}
	return nil
}

// isOneLine reports whether a text is one line.
func isOneLine(s string) bool {
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

func contains(list []Principal, w Principal) bool {
	for _, e := range list {
		if e.Matches(w) {
			return true
		}
	}
	return false
}

// samePrincipal reports whether an entry stands for a principal, or has its name.
func samePrincipal(e, w Principal) bool { return e.Matches(w) || e.Name == w.Name }

func add(list *[]Principal, w Principal) (bool, error) {
	switch {
	case contains(*list, w):
		return false, nil
	case len(*list) >= PeopleMax:
		return false, ErrFull
	}
	*list = append(*list, w)
	return true, nil
}

func remove(list *[]Principal, w Principal) bool {
	n := len(*list)
	*list = slices.DeleteFunc(*list, func(e Principal) bool { return samePrincipal(e, w) })
	return len(*list) < n
}

// bindKey adds the key of a principal to an entry with its name and no key, and reports whether it did.
func bindKey(e *Principal, w Principal) bool {
	if e.Name != w.Name || e.Key != (Identity{}) || w.Key == (Identity{}) {
		return false
	}
	e.Key = w.Key
	return true
}

// isText reports whether a reason and the name behind it fit.
func isText(reason, by string) bool {
	return len(reason) <= ReasonMax && isOneLine(reason) && len(by) <= NameMax && isOneLine(by)
}
