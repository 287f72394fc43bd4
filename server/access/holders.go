package access

import (
	"fmt"
	"slices"
	"unicode"

	"voxtide/internal/faults"
)

// RoleBook holds the roles and who has them.
type RoleBook struct {
	Roles   []Role   // of the file; beside them there are BuiltinRoles
	Holders []Holder //
}

// Role returns a role by name, nil if there is none. Read it only.
func (b *RoleBook) Role(name string) *Role {
	for _, list := range [][]Role{b.Roles, BuiltinRoles} {
		for i := range list {
			if list[i].Name == name {
				return &list[i]
			}
		}
	}
	return nil
}

// RoleNames returns the names of all roles, in order.
func (b *RoleBook) RoleNames() (names []string) {
	for _, list := range [][]Role{BuiltinRoles, b.Roles} {
		for i := range list {
			names = append(names, list[i].Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ActiveHolder returns the entry by which a principal holds a role that has not ended at a time in seconds since 1970, nil if there is none.
func (b *RoleBook) ActiveHolder(w Principal, now int64) *Holder {
	for i := range b.Holders {
		h := &b.Holders[i]
		if h.Principal.Matches(w) && (h.Until == 0 || now == 0 || now < h.Until || faults.Active(faults.RoleWithoutEnd)) {
			return h
		}
	}
	return nil
}

// AppendRoles appends the roles that count for a principal at a time, the nearest first: the one held with all that it inherits, and the role of
// all players.
func (b *RoleBook) AppendRoles(dst []*Role, w Principal, now int64) []*Role {
	name := PlayerRole
	if h := b.ActiveHolder(w, now); h != nil {
		name = h.Role
	}
	dst = b.appendRole(dst, name)
	return b.appendRole(dst, PlayerRole)
}

// RolesOf returns a role with what it inherits, the nearest first, and the role of all players.
func (b *RoleBook) RolesOf(name string) []*Role {
	return b.appendRole(b.appendRole(nil, name), PlayerRole)
}

// appendRole appends a role with what it inherits, each once.
func (b *RoleBook) appendRole(dst []*Role, name string) []*Role {
	r := b.Role(name)
	if r == nil || slices.Contains(dst, r) {
		return dst
	}
	dst = append(dst, r)
	for _, n := range r.Inherits {
		dst = b.appendRole(dst, n)
	}
	return dst
}

// MostClaims returns how many claims a principal may have: the most that a role says.
func (b *RoleBook) MostClaims(w Principal) int {
	most := 0
	for _, r := range b.AppendRoles(nil, w, 0) {
		most = max(most, r.Claims)
	}
	if most == 0 {
		return ClaimsPerPlayer
	}
	return most
}

// MostBuildCells returns how many cells a principal may change at once with the tools of builders: what the nearest role
// says that says something. now is in seconds since 1970; 0: unknown.
func (b *RoleBook) MostBuildCells(w Principal, now int64) int {
	for _, r := range b.AppendRoles(nil, w, now) {
		if r.BuildCells > 0 {
			return r.BuildCells
		}
	}
	return BuildCellsUsual
}

// SetHolder gives a principal a role in the place of an earlier one, and removes those that have ended. Errors: ErrFull.
func (b *RoleBook) SetHolder(h Holder, now int64) error {
	b.Holders = slices.DeleteFunc(b.Holders, func(o Holder) bool {
		return o.Until != 0 && now != 0 && now >= o.Until || samePrincipal(o.Principal, h.Principal)
	})
	if len(b.Holders) >= PeopleMax {
		return ErrFull
	}
	b.Holders = append(b.Holders, h)
	return nil
}

// RemoveHolder takes a principal's role away, by name too; false if there was none.
func (b *RoleBook) RemoveHolder(w Principal) bool {
	n := len(b.Holders)
	b.Holders = slices.DeleteFunc(b.Holders, func(o Holder) bool { return samePrincipal(o.Principal, w) })
	return len(b.Holders) < n
}

// isRoleName reports whether a text is lower-case letters, digits and hyphens.
func isRoleName(s string) bool {
	for _, r := range s {
		if r != '-' && !unicode.IsDigit(r) && (!unicode.IsLetter(r) || unicode.ToLower(r) != r) {
			return false
		}
	}
	return s != "" && len(s) <= NameMax && s[0] != '-'
}

// validateRoles is the part of Validate about roles. What their entries mean package roles checks.
func (b *RoleBook) validateRoles() error {
	if len(b.Roles) > RolesMax || len(b.Holders) > PeopleMax {
		return fmt.Errorf("%w: more than %d roles, or %d players with one", ErrInvalid, RolesMax, PeopleMax)
	}
	for i := range b.Roles {
		r := &b.Roles[i]
		switch {
		case !isRoleName(r.Name) || r.Name == "operator" || r.Name == "none" || r.Name == "console":
			return fmt.Errorf("%w: the name of a role is 1 to %d lower-case letters, digits and hyphens, and not operator, console or none, not %.40q", ErrInvalid, NameMax, r.Name)
		case slices.ContainsFunc(b.Roles[:i], func(o Role) bool { return o.Name == r.Name }):
			return fmt.Errorf("%w: the role %s is there twice", ErrInvalid, r.Name)
		case len(r.May) > RoleEntriesMax || len(r.Inherits) > InheritsMax || r.Claims < 0 || r.Claims > RoleClaimsMax:
			return fmt.Errorf("%w: the role %s has more than %d entries, inherits more than %d roles, or has claims that are not 0 to %d", ErrInvalid, r.Name, RoleEntriesMax, InheritsMax, RoleClaimsMax)
		case r.BuildCells < 0 || r.BuildCells > BuildCellsMax:
			return fmt.Errorf("%w: the role %s has build_cells = %d, which are 0 to %d", ErrInvalid, r.Name, r.BuildCells, BuildCellsMax)
		}
		for _, n := range r.Inherits {
			if b.Role(n) == nil {
				return fmt.Errorf("%w: the role %s inherits %.40q, which is none; there are %v", ErrInvalid, r.Name, n, b.RoleNames())
			}
			if slices.Contains(b.appendRole(nil, n), b.Role(r.Name)) {
				return fmt.Errorf("%w: the role %s inherits itself through %s", ErrInvalid, r.Name, n)
			}
		}
	}
	for i := range b.Holders {
		h := &b.Holders[i]
		if err := h.Principal.validate(); err != nil {
			return err
		}
		if b.Role(h.Role) == nil {
			return fmt.Errorf("%w: %s holds the role %.40q, which is none; there are %v", ErrInvalid, h.Principal.Name, h.Role, b.RoleNames())
		}
		if h.Until < 0 || len(h.By) > NameMax || !isOneLine(h.By) {
			return fmt.Errorf("%w: the role of %q", ErrInvalid, h.Principal.Name)
		}
	}
	return nil
}
