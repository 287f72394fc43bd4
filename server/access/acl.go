// Package access holds who may come into a world, who may give which commands there, and who may build where: operators, bans,
// the whitelist, claimed land and the spawn point.
//
// Owner: the owner of the Lists, which is the server; others get clones. Invariants: every list is bounded, so that no command
// can fill the memory; a principal with a known key is judged by the key alone; looking up the claim of a cell allocates
// nothing.
package access

import (
	"fmt"
	"slices"

	"voxtide/land"
	"voxtide/world"
)

// Ban keeps a principal out of the world; as a mute, out of the chat.
type Ban struct {
	Principal Principal
	Until     int64 // seconds since 1970; 0 for ever
	Reason    string
	By        string
}

// Expired reports whether a ban has ended at a time in seconds since 1970; at 0 the time is unknown, and no ban has.
func (b *Ban) Expired(now int64) bool { return b.Until != 0 && now != 0 && now >= b.Until }

// WhitelistMode says whether only whitelisted players may come in.
type WhitelistMode uint8

// The values of Lists.WhitelistMode.
const (
	WhitelistAsConfigured WhitelistMode = iota
	WhitelistOn
	WhitelistOff
)

// Lists holds all of it. Change its lists through its methods; after another change of Claims call IndexClaims.
type Lists struct {
	RoleBook
	PersonalBook
	Operators     []Principal
	Whitelist     []Principal
	WhitelistMode WhitelistMode
	Bans          []Ban
	Mutes         []Ban // of those whose lines in the chat nobody reads
	AddressBans   []AddressBan
	Record        []RecordEntry // the oldest first; see AddRecord
	Accepted      []Principal   // newcomers whom somebody accepted
	Claims        []Claim
	Regions       []Region
	Border        land.Border
	Spawn         world.Pos // where new players begin, if SpawnSet
	SpawnSet      bool
	Rules         string // rules of the game that commands changed, as world.Rules.WithAll reads them
	DayOffset     int64  // added to the time of day, in microseconds of world time

	claimGrid map[gridCell][]int32 // index of Claims by grid cell
	hasher    *Hasher              // nil: hashed addresses match nobody
}

// IsOperator reports whether a principal is an operator.
func (b *Lists) IsOperator(w Principal) bool { return contains(b.Operators, w) }

// HasSlot reports whether a principal comes in at a full server at a time in seconds since 1970.
func (b *Lists) HasSlot(w Principal, now int64) bool {
	return b.IsOperator(w) || slices.ContainsFunc(b.AppendRoles(nil, w, now), func(r *Role) bool { return r.Slots })
}

// Whitelisted reports whether a principal is on the whitelist. Operators count as being on it.
func (b *Lists) Whitelisted(w Principal) bool { return contains(b.Whitelist, w) || b.IsOperator(w) }

// ActiveBan returns the ban of a principal that has not expired at a time in seconds since 1970, nil if there is none.
func (b *Lists) ActiveBan(w Principal, now int64) *Ban { return activeBan(b.Bans, w, now) }

// ActiveMute is ActiveBan for mutes.
func (b *Lists) ActiveMute(w Principal, now int64) *Ban { return activeBan(b.Mutes, w, now) }

func activeBan(list []Ban, w Principal, now int64) *Ban {
	for i := range list {
		if list[i].Principal.Matches(w) && !list[i].Expired(now) {
			return &list[i]
		}
	}
	return nil
}

// AddOperator adds an operator; false if the principal was one already. Errors: ErrFull.
func (b *Lists) AddOperator(w Principal) (bool, error) { return add(&b.Operators, w) }

// AddToWhitelist adds a principal to the whitelist; false if it was there already. Errors: ErrFull.
func (b *Lists) AddToWhitelist(w Principal) (bool, error) { return add(&b.Whitelist, w) }

// RemoveOperator removes the operators that a principal matches, by name too; false if there was none.
func (b *Lists) RemoveOperator(w Principal) bool { return remove(&b.Operators, w) }

// RemoveFromWhitelist removes the entries that a principal matches, by name too; false if there was none.
func (b *Lists) RemoveFromWhitelist(w Principal) bool { return remove(&b.Whitelist, w) }

// AddBan adds a ban in the place of an earlier one of the same principal, and removes expired bans. Errors: ErrFull.
func (b *Lists) AddBan(n Ban, now int64) error { return addBan(&b.Bans, n, now) }

// AddMute is AddBan for mutes.
func (b *Lists) AddMute(n Ban, now int64) error { return addBan(&b.Mutes, n, now) }

func addBan(list *[]Ban, n Ban, now int64) error {
	*list = slices.DeleteFunc(*list, func(o Ban) bool { return o.Expired(now) || samePrincipal(o.Principal, n.Principal) })
	if len(*list) >= BansMax {
		return ErrFull
	}
	*list = append(*list, n)
	return nil
}

// RemoveBan ends the bans that a principal matches, by name too; false if there was none.
func (b *Lists) RemoveBan(w Principal) bool { return removeBan(&b.Bans, w) }

// RemoveMute is RemoveBan for mutes.
func (b *Lists) RemoveMute(w Principal) bool { return removeBan(&b.Mutes, w) }

func removeBan(list *[]Ban, w Principal) bool {
	n := len(*list)
	*list = slices.DeleteFunc(*list, func(o Ban) bool { return samePrincipal(o.Principal, w) })
	return len(*list) < n
}

// BindKeys adds the key of a principal to the entries that name it without a key, except bans; it reports whether it changed
// any. Call it only for the owner of the name.
func (b *Lists) BindKeys(w Principal) (changed bool) {
	for i := range b.Operators {
		changed = bindKey(&b.Operators[i], w) || changed
	}
	for i := range b.Whitelist {
		changed = bindKey(&b.Whitelist[i], w) || changed
	}
	for i := range b.Holders {
		changed = bindKey(&b.Holders[i].Principal, w) || changed
	}
	for i := range b.Accepted {
		changed = bindKey(&b.Accepted[i], w) || changed
	}
	for i := range b.Personals {
		changed = bindKey(&b.Personals[i].Principal, w) || changed
	}
	for i := range b.Claims {
		b.Claims[i].eachPrincipal(func(e *Principal) { changed = bindKey(e, w) || changed })
	}
	return changed
}

// BindBanKeys is BindKeys for bans and mutes: a player who tries to come in under a banned name is recognized by the key from then on.
func (b *Lists) BindBanKeys(w Principal) (changed bool) {
	for _, list := range [][]Ban{b.Bans, b.Mutes} {
		for i := range list {
			changed = bindKey(&list[i].Principal, w) || changed
		}
	}
	return changed
}

// Mentions reports whether an entry names a principal, by key or by name: as an operator, on the whitelist, as the owner of a
// claim or a trusted player there, as banned or muted, or in the record.
func (b *Lists) Mentions(w Principal) bool {
	means := func(e Principal) bool { return samePrincipal(e, w) }
	return slices.ContainsFunc(b.Operators, means) || slices.ContainsFunc(b.Whitelist, means) || slices.ContainsFunc(b.Accepted, means) ||
		slices.ContainsFunc(b.Holders, func(h Holder) bool { return means(h.Principal) }) ||
		slices.ContainsFunc(b.Bans, func(n Ban) bool { return means(n.Principal) }) ||
		slices.ContainsFunc(b.Mutes, func(n Ban) bool { return means(n.Principal) }) ||
		slices.ContainsFunc(b.Record, func(e RecordEntry) bool { return means(e.Principal) }) ||
		slices.ContainsFunc(b.Claims, func(c Claim) (named bool) {
			c.eachPrincipal(func(e *Principal) { named = named || means(*e) })
			return named
		}) ||
		slices.ContainsFunc(b.Regions, func(r Region) bool { return slices.ContainsFunc(r.Trusted, means) })
}

// Clone returns a copy that shares nothing that changes. Call IndexClaims before looking up claims in it.
func (b *Lists) Clone() *Lists {
	n := *b
	n.Operators, n.Whitelist, n.Bans, n.Mutes = slices.Clone(b.Operators), slices.Clone(b.Whitelist), slices.Clone(b.Bans), slices.Clone(b.Mutes)
	n.AddressBans, n.Record, n.Accepted = slices.Clone(b.AddressBans), slices.Clone(b.Record), slices.Clone(b.Accepted)
	n.PersonalBook = b.clonePersonal()
	n.Holders, n.Roles = slices.Clone(b.Holders), slices.Clone(b.Roles) // what roles hold does not change
	n.Claims = slices.Clone(b.Claims)
	for i := range n.Claims {
		n.Claims[i] = n.Claims[i].clone()
	}
	n.Regions = slices.Clone(b.Regions)
	for i := range n.Regions {
		n.Regions[i].Trusted = slices.Clone(n.Regions[i].Trusted)
	}
	n.claimGrid = nil
	return &n
}

// CopyPeople takes from other lists what is about people, not about land: it shares nothing that changes with them.
func (b *Lists) CopyPeople(from *Lists) {
	n := from.Clone()
	b.RoleBook, b.Personals = n.RoleBook, n.Personals
	b.Operators, b.Whitelist, b.WhitelistMode, b.Accepted = n.Operators, n.Whitelist, n.WhitelistMode, n.Accepted
	b.Bans, b.Mutes, b.AddressBans, b.Record = n.Bans, n.Mutes, n.AddressBans, n.Record
}

// Validate returns what is wrong with lists from outside, an ErrInvalid, nil if nothing is.
func (b *Lists) Validate() error {
	if max(len(b.Operators), len(b.Whitelist), len(b.Accepted)) > PeopleMax || max(len(b.Bans), len(b.Mutes), len(b.AddressBans)) > BansMax || len(b.Claims) > ClaimsMax {
		return fmt.Errorf("%w: more than %d operators, guests or accepted players, %d bans or mutes, or %d claims", ErrInvalid, PeopleMax, BansMax, ClaimsMax)
	}
	for _, list := range [][]Principal{b.Operators, b.Whitelist, b.Accepted} {
		for _, w := range list {
			if err := w.validate(); err != nil {
				return err
			}
		}
	}
	for _, list := range [][]Ban{b.Bans, b.Mutes} {
		for i := range list {
			n := &list[i]
			if err := n.Principal.validate(); err != nil {
				return err
			}
			if n.Until < 0 || !isText(n.Reason, n.By) {
				return fmt.Errorf("%w: the ban or mute of %q", ErrInvalid, n.Principal.Name)
			}
		}
	}
	if err := b.validateModeration(); err != nil {
		return err
	}
	if err := b.validatePersonal(); err != nil {
		return err
	}
	if err := b.validateRoles(); err != nil {
		return err
	}
	if err := b.validateRegions(); err != nil {
		return err
	}
	plots := 0
	for i := range b.Claims {
		if err := b.Claims[i].validate(); err != nil {
			return err
		}
		plots += len(b.Claims[i].Plots)
	}
	if len(b.Claims)+plots > ClaimsMax {
		return fmt.Errorf("%w: more than %d claims and plots", ErrInvalid, ClaimsMax)
	}
	if b.DayOffset < 0 || b.DayOffset >= int64(world.DayLength) {
		return fmt.Errorf("%w: the day is moved on by more than one", ErrInvalid)
	}
	if p := b.Spawn; b.SpawnSet && (!p.InHeight() || max(p.X, p.Z) > spawnCoordMax || min(p.X, p.Z) < -spawnCoordMax) {
		return fmt.Errorf("%w: players would begin outside the world", ErrInvalid)
	}
	return nil
}
