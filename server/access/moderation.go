package access

import (
	"fmt"
	"net/netip"
	"slices"

	"voxtide/internal/faults"
)

// AddressBan keeps everybody out who comes from a range of addresses, whatever their key: a key costs nothing, an address does.
type AddressBan struct {
	Range  netip.Prefix // masked, unmapped; the zero value where Hash stands for it
	Hash   AddressHash  // zero: the range itself is kept
	Until  int64        // seconds since 1970; 0 for ever
	Reason string
	By     string
}

// Text returns the range, or what stands for it, as the commands ban-ip and unban-ip take it.
func (b *AddressBan) Text() string {
	if b.Hash != (AddressHash{}) {
		return b.Hash.String()
	}
	return RangeText(b.Range)
}

// Expired reports whether it has ended, as Ban.Expired does.
func (b *AddressBan) Expired(now int64) bool { return b.Until != 0 && now != 0 && now >= b.Until }

// rangeBitsMin is the least number of bits of a range of addresses: a slip of the pen does not shut the world out.
const rangeBitsMin = 8

// ParseRange returns the range that a text names: one address, or ADDRESS/BITS with 8 bits at least.
func ParseRange(text string) (netip.Prefix, bool) {
	if at, err := netip.ParseAddr(text); err == nil {
		return RangeOf(at)
	}
	p, err := netip.ParsePrefix(text)
	if err != nil || p.Addr().Is4In6() || p.Bits() < rangeBitsMin {
		return netip.Prefix{}, false
	}
	return p.Masked(), true
}

// RangeOf returns the range of an address alone.
func RangeOf(at netip.Addr) (netip.Prefix, bool) {
	at = at.Unmap().WithZone("")
	if !at.IsValid() {
		return netip.Prefix{}, false
	}
	return netip.PrefixFrom(at, at.BitLen()), true
}

// RangeText writes a range as ParseRange reads it: without its bits where it is one address.
func RangeText(p netip.Prefix) string {
	if p.IsSingleIP() {
		return p.Addr().String()
	}
	return p.String()
}

// ActiveAddressBan returns a ban of an address that has not expired at a time in seconds since 1970, nil if there is none.
func (b *Lists) ActiveAddressBan(at netip.Addr, now int64) *AddressBan {
	at = at.Unmap().WithZone("")
	type width struct {
		bits uint8
		v6   bool
	}
	hashes := map[width]AddressHash{} // of the address, by the ranges that there are hashes of
	for i := range b.AddressBans {
		n := &b.AddressBans[i]
		if n.Hash == (AddressHash{}) && n.Range.Contains(at) && !n.Expired(now) {
			return n
		}
		if n.Hash == (AddressHash{}) || b.hasher == nil || !at.IsValid() || faults.Active(faults.HashedBanIgnored) {
			continue
		}
		w := width{n.Hash.Bits, n.Hash.V6}
		h, known := hashes[w]
		if !known {
			h, _ = b.hasher.at(at, n.Hash)
			hashes[w] = h
		}
		if h == n.Hash && !n.Expired(now) {
			return n
		}
	}
	return nil
}

// AddAddressBan adds a ban in the place of an earlier one of the same range, and removes expired ones. Errors: ErrFull.
func (b *Lists) AddAddressBan(n AddressBan, now int64) error {
	b.AddressBans = slices.DeleteFunc(b.AddressBans, func(o AddressBan) bool { return o.Expired(now) || o.Range == n.Range && o.Hash == n.Hash })
	if len(b.AddressBans) >= BansMax {
		return ErrFull
	}
	b.AddressBans = append(b.AddressBans, n)
	return nil
}

// RemoveAddressBan ends the bans of exactly a range, also of a hash of it; false if there was none.
func (b *Lists) RemoveAddressBan(of netip.Prefix) bool {
	n, hash := len(b.AddressBans), b.HashOf(of)
	b.AddressBans = slices.DeleteFunc(b.AddressBans, func(o AddressBan) bool {
		return o.Hash == (AddressHash{}) && o.Range == of || o.Hash != (AddressHash{}) && o.Hash == hash
	})
	return len(b.AddressBans) < n
}

// RemoveHashedBan ends the bans of a hash; false if there was none.
func (b *Lists) RemoveHashedBan(of AddressHash) bool {
	n := len(b.AddressBans)
	b.AddressBans = slices.DeleteFunc(b.AddressBans, func(o AddressBan) bool { return o.Hash == of })
	return len(b.AddressBans) < n
}

// SetHasher gives the lists what they need to judge bans of hashed addresses; clones have it, too.
func (b *Lists) SetHasher(h *Hasher) { b.hasher = h }

// HashOf returns the hash of a range, zero where there is no secret.
func (b *Lists) HashOf(p netip.Prefix) AddressHash {
	if b.hasher == nil {
		return AddressHash{}
	}
	return b.hasher.Range(p)
}

// HashAddressBans puts hashes in the place of all banned addresses and ranges, and reports whether there were any.
func (b *Lists) HashAddressBans() (changed bool) {
	if b.hasher == nil {
		return false
	}
	for i := range b.AddressBans {
		if n := &b.AddressBans[i]; n.Hash == (AddressHash{}) {
			n.Hash, n.Range, changed = b.hasher.Range(n.Range), netip.Prefix{}, true
		}
	}
	return changed
}

// RecordEntry is something that a moderator did about a player, or noted.
type RecordEntry struct {
	Principal Principal
	At        int64 // seconds since 1970; 0 unknown
	By        string
	Kind      string // one of RecordKinds
	Text      string
}

// RecordKinds are the kinds of entries of a record.
var RecordKinds = []string{"warn", "note", "kick", "mute", "unmute", "ban", "unban", "ban-ip", "name", "accept", "role", "freeze", "unfreeze"}

// RecordMax bounds the entries of all players together; the oldest go first.
const RecordMax = 5000

// AddRecord adds an entry.
func (b *Lists) AddRecord(e RecordEntry) {
	if n := len(b.Record) + 1 - RecordMax; n > 0 {
		b.Record = slices.Delete(b.Record, 0, n)
	}
	b.Record = append(b.Record, e)
}

// AppendRecord appends the entries about a principal, by key or by name, the oldest first.
func (b *Lists) AppendRecord(dst []RecordEntry, w Principal) []RecordEntry {
	for _, e := range b.Record {
		if samePrincipal(e.Principal, w) {
			dst = append(dst, e)
		}
	}
	return dst
}

// Rebind puts another key in the place of a principal's own, wherever the lists know them: as the owner of land, trusted there, on the whitelist,
// as an operator. With the zero key the next player of that name has these rights, except those of an operator, which end: a stranger might be
// first. Bans and mutes stay with the key that they are for.
func (b *Lists) Rebind(w Principal, key Identity) {
	change := func(e *Principal) {
		if e.Matches(w) {
			e.Key = key
		}
	}
	if key == (Identity{}) {
		b.RemoveOperator(w)
		b.RemoveHolder(w)
	}
	for i := range b.Operators {
		change(&b.Operators[i])
	}
	for i := range b.Whitelist {
		change(&b.Whitelist[i])
	}
	for i := range b.Holders {
		change(&b.Holders[i].Principal)
	}
	for i := range b.Accepted {
		change(&b.Accepted[i])
	}
	for i := range b.Personals {
		change(&b.Personals[i].Principal)
	}
	for i := range b.Claims {
		b.Claims[i].eachPrincipal(change)
	}
}

// validateModeration is the part of Validate about addresses and the record.
func (b *Lists) validateModeration() error {
	for i := range b.AddressBans {
		n := &b.AddressBans[i]
		p, ok := ParseRange(RangeText(n.Range))
		sound := n.Range.Bits() >= 0 && ok && p == n.Range
		if n.Hash != (AddressHash{}) {
			h, ok := ParseAddressHash(n.Hash.String())
			sound = ok && h == n.Hash && n.Range == netip.Prefix{}
		}
		if !sound || n.Until < 0 || !isText(n.Reason, n.By) {
			return fmt.Errorf("%w: the ban of the addresses %s", ErrInvalid, n.Text())
		}
	}
	if len(b.Record) > RecordMax {
		return fmt.Errorf("%w: more than %d entries of the record", ErrInvalid, RecordMax)
	}
	for i := range b.Record {
		e := &b.Record[i]
		if err := e.Principal.validate(); err != nil {
			return err
		}
		if !slices.Contains(RecordKinds, e.Kind) || e.At < 0 || !isText(e.Text, e.By) {
			return fmt.Errorf("%w: the record of %q", ErrInvalid, e.Principal.Name)
		}
	}
	return nil
}
