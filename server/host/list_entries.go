package host

import (
	"fmt"
	"time"

	"voxtide/land"
	"voxtide/server/access"
	"voxtide/world"
)

// The entries of the files of the access lists: bans and mutes in access.toml, the record in a file of its own, because it grows, regions
// and the border in land.toml.

type banEntry struct {
	Name   string    `toml:"name"`
	Key    string    `toml:"key,omitempty"`
	Until  time.Time `toml:"until,omitempty"`
	Reason string    `toml:"reason,omitempty"`
	By     string    `toml:"by,omitempty"`
}

type addressEntry struct {
	Range  string    `toml:"range"` // or what stands for it
	Until  time.Time `toml:"until,omitempty"`
	Reason string    `toml:"reason,omitempty"`
	By     string    `toml:"by,omitempty"`
}

type roleEntry struct {
	Name     string   `toml:"name"`
	Inherits []string `toml:"inherits,omitempty"`
	May      []string `toml:"may,omitempty"`
	Slots    bool     `toml:"slots,omitempty"`
	Claims   int      `toml:"claims,omitempty"`

	BuildCells int `toml:"build_cells,omitempty"`
}

type holderEntry struct {
	Name  string    `toml:"name"`
	Key   string    `toml:"key,omitempty"`
	Role  string    `toml:"role"`
	Until time.Time `toml:"until,omitempty"`
	By    string    `toml:"by,omitempty"`
}

type recordEntry struct {
	Name string    `toml:"name"`
	Key  string    `toml:"key,omitempty"`
	At   time.Time `toml:"at,omitempty"`
	By   string    `toml:"by,omitempty"`
	Kind string    `toml:"kind"`
	Text string    `toml:"text,omitempty"`
}

type recordFile struct {
	Entries []recordEntry   `toml:"entry,omitempty"`
	Players []personalEntry `toml:"player,omitempty"`
}

// personalEntry is what a player has chosen, and what waits for them.
type personalEntry struct {
	Name    string        `toml:"name"`
	Key     string        `toml:"key,omitempty"`
	OffMap  bool          `toml:"off_map,omitempty"`
	World   string        `toml:"world,omitempty"`
	Ignored []string      `toml:"ignored,omitempty"`
	Letters []letterEntry `toml:"letter,omitempty"`
}

type letterEntry struct {
	From string    `toml:"from"`
	At   time.Time `toml:"at,omitempty"`
	Text string    `toml:"text"`
}

// warpEntry is a place with a name, in land.toml.
type warpEntry struct {
	Name string  `toml:"name"`
	At   []int32 `toml:"at"`
}

func personalsToEntries(list []access.Personal) (out []personalEntry) {
	for _, p := range list {
		e := personalEntry{Name: p.Principal.Name, Key: keyText(p.Principal.Key), OffMap: p.OffMap, World: p.World, Ignored: p.Ignored}
		for _, l := range p.Letters {
			e.Letters = append(e.Letters, letterEntry{l.From, timeOf(l.At), l.Text})
		}
		out = append(out, e)
	}
	return out
}

func entriesToPersonals(list []personalEntry, who func(name, key string) access.Principal) (out []access.Personal) {
	for _, e := range list {
		p := access.Personal{Principal: who(e.Name, e.Key), OffMap: e.OffMap, World: e.World, Ignored: e.Ignored}
		for _, l := range e.Letters {
			p.Letters = append(p.Letters, access.Letter{From: l.From, At: secondsOf(l.At), Text: l.Text})
		}
		out = append(out, p)
	}
	return out
}

func warpsToEntries(list []access.Warp) (out []warpEntry) {
	for _, w := range list {
		out = append(out, warpEntry{w.Name, []int32{w.At.X, w.At.Y, w.At.Z}})
	}
	return out
}

func entriesToWarps(list []warpEntry) (out []access.Warp, err error) {
	for _, e := range list {
		if len(e.At) != 3 {
			return nil, fmt.Errorf("the place of the warp %.40q is not three numbers", e.Name)
		}
		out = append(out, access.Warp{Name: e.Name, At: world.Pos{X: e.At[0], Y: e.At[1], Z: e.At[2]}})
	}
	return out, nil
}

const recordFileHead = `# What operators did about players, and noted: "record NAME" shows it; and what players chose for themselves, with letters that wait for
# them. The server writes this file; after an edit give "reload"
# on the console.

`

// timeOf returns the time of seconds since 1970, the zero value for 0; secondsOf the other way.
func timeOf(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

func secondsOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

func bansToEntries(list []access.Ban) (out []banEntry) {
	for _, n := range list {
		out = append(out, banEntry{Name: n.Principal.Name, Key: keyText(n.Principal.Key), Until: timeOf(n.Until), Reason: n.Reason, By: n.By})
	}
	return out
}

func entriesToBans(list []banEntry, who func(name, key string) access.Principal) (out []access.Ban) {
	for _, e := range list {
		out = append(out, access.Ban{Principal: who(e.Name, e.Key), Until: secondsOf(e.Until), Reason: e.Reason, By: e.By})
	}
	return out
}

func addressBansToEntries(list []access.AddressBan) (out []addressEntry) {
	for _, n := range list {
		out = append(out, addressEntry{Range: n.Text(), Until: timeOf(n.Until), Reason: n.Reason, By: n.By})
	}
	return out
}

func entriesToAddressBans(list []addressEntry) (out []access.AddressBan, err error) {
	for _, e := range list {
		hash, hashed := access.ParseAddressHash(e.Range)
		r, ok := access.ParseRange(e.Range)
		if !ok && !hashed {
			return nil, fmt.Errorf("the range of a ban_address is %.40q, not an address such as 192.0.2.7, or a range such as 192.0.2.0/24", e.Range)
		}
		out = append(out, access.AddressBan{Range: r, Hash: hash, Until: secondsOf(e.Until), Reason: e.Reason, By: e.By})
	}
	return out, nil
}

func recordToFile(list []access.RecordEntry) *recordFile {
	r := &recordFile{}
	for _, e := range list {
		r.Entries = append(r.Entries, recordEntry{Name: e.Principal.Name, Key: keyText(e.Principal.Key), At: timeOf(e.At), By: e.By, Kind: e.Kind, Text: e.Text})
	}
	return r
}

func fileToRecord(r *recordFile, who func(name, key string) access.Principal) (out []access.RecordEntry) {
	for _, e := range r.Entries {
		out = append(out, access.RecordEntry{Principal: who(e.Name, e.Key), At: secondsOf(e.At), By: e.By, Kind: e.Kind, Text: e.Text})
	}
	return out
}

func rolesToEntries(b *access.Lists) (of []roleEntry, holders []holderEntry) {
	for _, r := range b.Roles {
		of = append(of, roleEntry(r))
	}
	for _, h := range b.Holders {
		holders = append(holders, holderEntry{Name: h.Principal.Name, Key: keyText(h.Principal.Key), Role: h.Role, Until: timeOf(h.Until), By: h.By})
	}
	return of, holders
}

func entriesToRoles(p *peopleFile, who func(name, key string) access.Principal) (of []access.Role, holders []access.Holder) {
	for _, e := range p.Roles {
		of = append(of, access.Role(e))
	}
	for _, e := range p.Holders {
		holders = append(holders, access.Holder{Principal: who(e.Name, e.Key), Role: e.Role, Until: secondsOf(e.Until), By: e.By})
	}
	return of, holders
}

type regionEntry struct {
	Name     string           `toml:"name"`
	Low      []int32          `toml:"low"`
	High     []int32          `toml:"high"`
	Priority int              `toml:"priority,omitempty"`
	Build    string           `toml:"build,omitempty"`
	Use      string           `toml:"use,omitempty"`
	Enter    string           `toml:"enter,omitempty"`
	PvP      string           `toml:"pvp,omitempty"`
	Greeting string           `toml:"greeting,omitempty"`
	To       string           `toml:"to,omitempty"`
	Trusted  []principalEntry `toml:"trusted,omitempty"`
}

func borderToEntry(b land.Border) []int32 {
	if b.R == 0 {
		return nil
	}
	return []int32{b.R, b.X, b.Z}
}

func entryToBorder(e []int32) (b land.Border, err error) {
	switch len(e) {
	case 0:
		return b, nil
	case 3:
		return land.Border{R: e[0], X: e[1], Z: e[2]}, nil
	}
	return b, fmt.Errorf("border is not three numbers: how far it reaches in blocks, and the X and Z of its middle")
}

func regionsToEntries(list []access.Region) (out []regionEntry) {
	for i := range list {
		r := &list[i]
		e := regionEntry{Name: r.Name, Low: []int32{r.Low.X, r.Low.Y, r.Low.Z}, High: []int32{r.High.X, r.High.Y, r.High.Z}, Priority: r.Priority,
			Build: r.Flags.Build, Use: r.Flags.Use, Enter: r.Flags.Enter, PvP: r.Flags.PvP, Greeting: r.Flags.Greeting, To: r.Flags.To}
		for _, w := range r.Trusted {
			e.Trusted = append(e.Trusted, principalToEntry(w))
		}
		out = append(out, e)
	}
	return out
}

func entriesToRegions(list []regionEntry, who func(name, key string) access.Principal) (out []access.Region, err error) {
	for _, e := range list {
		if len(e.Low) != 3 || len(e.High) != 3 {
			return nil, fmt.Errorf("low and high of the region %.40q are not three numbers each", e.Name)
		}
		r := access.Region{Name: e.Name, Low: world.Pos{X: e.Low[0], Y: e.Low[1], Z: e.Low[2]}, High: world.Pos{X: e.High[0], Y: e.High[1], Z: e.High[2]}, Priority: e.Priority,
			Flags: access.RegionFlags{Build: e.Build, Use: e.Use, Enter: e.Enter, PvP: e.PvP, Greeting: e.Greeting, To: e.To}}
		for _, t := range e.Trusted {
			r.Trusted = append(r.Trusted, who(t.Name, t.Key))
		}
		out = append(out, r)
	}
	return out, nil
}

// plotEntry is a part of a claim with rights of its own, in land.toml.
type plotEntry struct {
	Low     []int32          `toml:"low"` // x, y, z
	High    []int32          `toml:"high"`
	Holder  string           `toml:"holder,omitempty"`
	Key     string           `toml:"key,omitempty"`
	Trusted []principalEntry `toml:"trusted,omitempty"`
}

func plotsToEntries(all []access.Plot) (out []plotEntry) {
	for i := range all {
		t := &all[i]
		e := plotEntry{Low: []int32{t.Low.X, t.Low.Y, t.Low.Z}, High: []int32{t.High.X, t.High.Y, t.High.Z}, Holder: t.Holder.Name, Key: keyText(t.Holder.Key)}
		for _, w := range t.Trusted {
			e.Trusted = append(e.Trusted, principalToEntry(w))
		}
		out = append(out, e)
	}
	return out
}

func entriesToPlots(all []plotEntry, who func(name, key string) access.Principal) (out []access.Plot, err error) {
	for _, e := range all {
		if len(e.Low) != 3 || len(e.High) != 3 {
			return nil, fmt.Errorf("low and high of a plot are not three numbers each")
		}
		t := access.Plot{Low: world.Pos{X: e.Low[0], Y: e.Low[1], Z: e.Low[2]}, High: world.Pos{X: e.High[0], Y: e.High[1], Z: e.High[2]}}
		if e.Holder != "" || e.Key != "" {
			t.Holder = who(e.Holder, e.Key)
		}
		for _, w := range e.Trusted {
			t.Trusted = append(t.Trusted, who(w.Name, w.Key))
		}
		out = append(out, t)
	}
	return out, nil
}
