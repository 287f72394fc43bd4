package admin

import (
	"fmt"
	"net/netip"
	"strings"
	"time"

	"voxtide/commands"
	"voxtide/protocol"
	"voxtide/server/access"
)

// Commands that keep order among players.

// ban keeps a player out, and ends the session.
func ban(o *invocation) {
	if w, b, ok := o.impose(o.Access.Lists.AddBan); ok {
		o.game.Kick(w.Name, withReason(protocol.ReasonBanned.String(), b.Reason))
		o.print("%s is banned%s", w.Name, untilText(b.Until))
	}
}

// mute keeps a player from being heard.
func mute(o *invocation) {
	if w, b, ok := o.impose(o.Access.Lists.AddMute); ok {
		o.notify(w, MuteText(&b))
		o.print("%s is muted%s", w.Name, untilText(b.Until))
	}
}

// impose adds a ban or a mute of NAME to its list, and to the record; otherwise it says why not and returns false.
func (o *invocation) impose(add func(b access.Ban, now int64) error) (w access.Principal, b access.Ban, ok bool) {
	w = o.principal("NAME")
	kind := o.call.Command.Name
	if o.protects(w) {
		return w, b, false
	}
	until, ok := o.until()
	if !ok {
		return w, b, false
	}
	if before := o.imposed(kind, w); before != nil && o.by.Rank < commands.Operator && (before.Until == 0 || until != 0 && before.Until > until) {
		o.fail("%s: it counts already%s, by %s, and an operator alone can shorten it", kind, untilText(before.Until), before.By)
		return w, b, false
	}
	b = access.Ban{Principal: w, Until: until, Reason: limitReason(o.arg("REASON").Text), By: o.issuerName()}
	if err := add(b, o.game.BanTime()); err != nil {
		o.fail("%s: %s", kind, accessErrorText(err))
		return w, b, false
	}
	o.noteRecord(w, kind, spanText(until, b.Reason))
	return w, b, true
}

// imposed returns the ban or mute of a principal that counts.
func (o *invocation) imposed(kind string, w access.Principal) *access.Ban {
	if kind == "mute" {
		return o.Access.Lists.ActiveMute(w, o.game.BanTime())
	}
	return o.Access.Lists.ActiveBan(w, o.game.BanTime())
}

// protects reports whether the issuer must not act against a player, and says so: an operator, where the issuer is not the console, or another who
// may give the same command, where the issuer is not an operator.
func (o *invocation) protects(w access.Principal) bool {
	kind := o.call.Command.Name
	switch {
	case o.by.Rank == commands.Console:
		return false
	case o.Access.Lists.IsOperator(w) && (kind != "kick" || o.by.Rank < commands.Operator):
		o.fail("%s: %s is an operator: the console alone can %[1]s one", kind, w.Name)
		return true
	case o.by.Rank < commands.Operator && o.MayGive(w, kind):
		o.fail("%s: %s may do the same: an operator alone can %[1]s them", kind, w.Name)
		return true
	}
	return false
}

// MuteText says to a muted player that nobody reads what he says, until when and why.
func MuteText(b *access.Ban) string {
	return withReason("You are muted"+untilText(b.Until)+": nobody reads what you say", b.Reason)
}

// until returns when a span of time ends that was given as FOR, in seconds since 1970; 0 if none was. It says so and returns false where
// there is no clock.
func (o *invocation) until() (int64, bool) {
	d := o.arg("FOR")
	if !d.Given {
		return 0, true
	}
	now := o.game.BanTime()
	if now == 0 {
		o.fail("%s: this server has no clock: for ever, or not at all", o.call.Command.Name)
		return 0, false
	}
	return now + d.Number, true
}

// untilText completes "somebody is banned".
func untilText(until int64) string {
	if until == 0 {
		return " for ever"
	}
	return " until " + minuteText(until)
}

// minuteText writes a time in seconds since 1970.
func minuteText(at int64) string { return time.Unix(at, 0).UTC().Format("2006-01-02 15:04 UTC") }

// spanText is what the record says of a ban or a mute.
func spanText(until int64, reason string) string {
	return withReason(strings.TrimSpace(untilText(until)), reason)
}

// withReason appends a reason to a text, if there is one.
func withReason(text, reason string) string {
	if reason == "" {
		return text
	}
	return text + ": " + reason
}

func unban(o *invocation) { o.lift("banned", "may come in again", o.Access.Lists.RemoveBan) }

func unmute(o *invocation) {
	if w := o.lift("muted", "is heard again", o.Access.Lists.RemoveMute); o.changed {
		o.notify(w, "You are heard again.")
	}
}

// lift ends a ban or a mute of NAME.
func (o *invocation) lift(state, after string, remove func(w access.Principal) bool) access.Principal {
	w := o.principal("NAME")
	if !remove(w) {
		o.fail("%s is not %s", w.Name, state)
		return w
	}
	o.noteRecord(w, o.call.Command.Name, "")
	o.print("%s %s", w.Name, after)
	return w
}

// noteRecord writes into a player's record, which is kept with the lists.
func (o *invocation) noteRecord(w access.Principal, kind, text string) {
	o.Access.Lists.AddRecord(access.RecordEntry{Principal: w, At: o.game.BanTime(), By: o.issuerName(), Kind: kind, Text: limitReason(text)})
	o.changed = true
}

func bans(o *invocation) {
	n := o.printBans(o.Access.Lists.Bans)
	for i := range o.Access.Lists.AddressBans {
		if b := &o.Access.Lists.AddressBans[i]; !b.Expired(o.game.BanTime()) {
			n++
			o.printBan(b.Text(), b.Until, b.By, b.Reason)
		}
	}
	if n == 0 {
		o.print("nobody is banned")
	}
}

func mutes(o *invocation) {
	if o.printBans(o.Access.Lists.Mutes) == 0 {
		o.print("nobody is muted")
	}
}

// printBans lists the bans or mutes that count, and returns their number.
func (o *invocation) printBans(list []access.Ban) (n int) {
	for i := range list {
		if b := &list[i]; !b.Expired(o.game.BanTime()) {
			n++
			o.printBan(b.Principal.Name, b.Until, b.By, b.Reason)
		}
	}
	return n
}

func (o *invocation) printBan(whom string, until int64, by, reason string) {
	text := "  " + whom + untilText(until)
	if by != "" { // one that was written into the file has no name
		text += ", by " + by
	}
	o.print("%s", withReason(text, reason))
}

// addressRange returns the range that ADDRESS names; otherwise it says what to give and returns false.
func (o *invocation) addressRange() (netip.Prefix, bool) {
	text := o.arg("ADDRESS").Text
	if r, ok := access.ParseRange(text); ok {
		return r, true
	}
	if r, ok := access.RangeOf(o.game.Origin(text)); ok {
		return r, true
	}
	o.fail("%s: no address of %s is known since the server started: give one such as 192.0.2.7, a range such as 192.0.2.0/24, or a player who was here", o.call.Command.Name, text)
	return netip.Prefix{}, false
}

// hashedUntil returns when a ban ends whose address is kept as a hash: no later than addresses are kept.
func (o *invocation) hashedUntil(until int64) int64 {
	now := o.game.BanTime()
	if days := o.game.Rules().Policy.AddressDays; days > 0 && now > 0 {
		if end := now + int64(days)*86400; until == 0 || until > end {
			return end
		}
	}
	return until
}

// banHash bans an address of which nothing but its hash is known, from the log or from bans.
func (o *invocation) banHash(h access.AddressHash) {
	until, ok := o.until()
	if !ok {
		return
	}
	b := access.AddressBan{Hash: h, Until: o.hashedUntil(until), Reason: limitReason(o.arg("REASON").Text), By: o.issuerName()}
	if err := o.Access.Lists.AddAddressBan(b, o.game.BanTime()); err != nil {
		o.fail("ban-ip: %s", accessErrorText(err))
		return
	}
	o.changed = true
	o.print("%s is banned%s; who is here from there stays: kick sends them away", b.Text(), untilText(b.Until))
}

// banAddress keeps everybody from some addresses out. Operators, and who gives the command, are not banned by a slip: it is refused.
func banAddress(o *invocation) {
	if h, ok := access.ParseAddressHash(o.arg("ADDRESS").Text); ok {
		o.banHash(h)
		return
	}
	of, ok := o.addressRange()
	if !ok {
		return
	}
	until, ok := o.until()
	if !ok {
		return
	}
	for _, p := range o.game.Players(nil) {
		if of.Contains(o.game.Origin(p.Name)) && (p.Stream == o.by.Stream || o.by.Rank < commands.Console && o.Access.Lists.IsOperator(p.Principal) || o.by.Rank < commands.Operator && o.MayGive(p.Principal, "ban-ip")) {
			o.fail("ban-ip: %s is here from %s: the console alone can do that", p.Name, access.RangeText(of))
			return
		}
	}
	b := access.AddressBan{Range: of, Until: until, Reason: limitReason(o.arg("REASON").Text), By: o.issuerName()}
	if h := o.Access.Lists.HashOf(of); o.game.Rules().Policy.HashAddresses && h != (access.AddressHash{}) {
		b.Range, b.Hash, b.Until = netip.Prefix{}, h, o.hashedUntil(until)
	}
	if err := o.Access.Lists.AddAddressBan(b, o.game.BanTime()); err != nil {
		o.fail("ban-ip: %s", accessErrorText(err))
		return
	}
	o.changed = true
	if name := o.arg("ADDRESS").Text; o.game.Origin(name).IsValid() {
		o.noteRecord(o.principal("ADDRESS"), "ban-ip", spanText(b.Until, b.Reason))
	}
	n := o.game.KickFrom(of, withReason(protocol.ReasonBanned.String(), b.Reason))
	o.print("%s is banned%s; %d of the players here came from there", b.Text(), untilText(b.Until), n)
}

func unbanAddress(o *invocation) {
	if h, ok := access.ParseAddressHash(o.arg("ADDRESS").Text); ok {
		if o.changed = o.Access.Lists.RemoveHashedBan(h); !o.changed {
			o.fail("%s is not banned; bans lists what is", h)
			return
		}
		o.print("players from %s may come in again", h)
		return
	}
	of, ok := o.addressRange()
	if !ok {
		return
	}
	if o.changed = o.Access.Lists.RemoveAddressBan(of); !o.changed {
		o.fail("%s is not banned; bans lists what is", access.RangeText(of))
		return
	}
	o.print("players from %s may come in again", access.RangeText(of))
}

func warn(o *invocation) {
	w, text := o.principal("NAME"), limitReason(o.arg("TEXT").Text)
	o.noteRecord(w, "warn", text)
	if o.game.Online(w.Name) == nil {
		o.print("%s is not here; it is in the record", w.Name)
		return
	}
	o.notify(w, fmt.Sprintf("%s warns you: %s", o.issuerName(), text))
	o.print("%s is warned: %s", w.Name, text)
}

func note(o *invocation) {
	w := o.principal("NAME")
	o.noteRecord(w, "note", o.arg("TEXT").Text)
	o.print("it is in the record of %s", w.Name)
}
