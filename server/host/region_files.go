package host

import (
	"fmt"

	"voxtide/land"
	"voxtide/server/access"
	"voxtide/world"
)

// Regions and the border in land.toml.

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
			Build: r.Flags.Build, Use: r.Flags.Use, Enter: r.Flags.Enter, PvP: r.Flags.PvP, Greeting: r.Flags.Greeting}
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
			Flags: access.RegionFlags{Build: e.Build, Use: e.Use, Enter: e.Enter, PvP: e.PvP, Greeting: e.Greeting}}
		for _, t := range e.Trusted {
			r.Trusted = append(r.Trusted, who(t.Name, t.Key))
		}
		out = append(out, r)
	}
	return out, nil
}
